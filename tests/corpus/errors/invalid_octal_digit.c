// Octal constants with a digit that is not octal.
// expect: reject
int a = 089;  //~ error: octal
int b = 0129;  //~ error: octal
int c = 017;
