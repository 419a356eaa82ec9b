// Escapes without the digits they need.
// expect: reject
const char *a = "\x";  //~ error: \x
int b = '\xg';  //~ error: \x
const char *c = "\u12";  //~ error: universal character
