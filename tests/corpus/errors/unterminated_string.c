// A string literal does not end on its line.
// expect: reject
const char *s = "one two  //~ error: unterminated
    ;
const char *t = "three";
