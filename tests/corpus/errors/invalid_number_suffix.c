// Numbers that run into letters.
// expect: reject
int a = 1abc;  //~ error: suffix
int b = 10ulu;  //~ error: suffix
int c = 1lul;  //~ error: suffix
double d = 1.5xyz;  //~ error: suffix
int e = 0b12;  //~ error: digit
int g = 0xfg;  //~ error: suffix
