// One name for a variable, a function and a type.
// expect: reject
int f;
int f(void) { return 1; }  //~ error: kind
typedef int t;
int t;  //~ error: kind
struct s { int a; };
union s *p;  //~ error: kind
