// A character constant does not end on its line.
// expect: reject
int c = 'x  //~ error: unterminated
    ;
int d = 'y';
