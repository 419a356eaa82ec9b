// A static declaration of a name that already has external linkage.
// expect: reject
int f(void);
static int f(void) { return 1; }  //~ error: static
extern int x;
static int x;  //~ error: static
