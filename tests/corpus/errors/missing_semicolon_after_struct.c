// A struct definition runs into the next declaration.
// expect: reject
struct s { int a; } int f;  //~ error: expected ';'
int g(void) { return 1; }
