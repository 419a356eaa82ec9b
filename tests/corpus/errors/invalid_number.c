// Numbers without the digits they need.
// expect: reject
int a = 0x;  //~ error: invalid
double b = 1.5e;  //~ error: exponent
double c = 1e+;  //~ error: exponent
double d = 0x1.8;  //~ error: exponent
double e = 1.2.3;  //~ error: decimal point
