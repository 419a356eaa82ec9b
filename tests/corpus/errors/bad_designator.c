// Designators that do not fit the initialised object.
// expect: reject
struct s { int a, b; };
struct s x = {.c = 1};  //~ error: no member
struct s y = {[0] = 1};  //~ error: array
int a[3] = {[3] = 1};  //~ error: bounds
int b[3] = {.a = 1};  //~ error: designator
int n;
int c[3] = {[n] = 1};  //~ error: constant
