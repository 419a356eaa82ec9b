// Lines that start with # and are no directive.
// expect: reject
int x = 1;
# garbage here  //~ error: directive
#line abc  //~ error: line
int y = 2;
