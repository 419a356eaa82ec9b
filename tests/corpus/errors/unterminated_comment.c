// A block comment runs to the end of the file.
// expect: reject
int x = 1;
/* this one never ends  //~ error: unterminated
int y = 2;
