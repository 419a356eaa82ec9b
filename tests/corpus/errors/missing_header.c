// An included file that does not exist.
// expect: reject
#include "no_such_header_here.h"  //~ error: no_such_header_here.h
int x = 1;
