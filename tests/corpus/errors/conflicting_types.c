// Declarations of one name with different types.
// expect: reject
int f(int);
double f(int);  //~ error: conflicting
extern int x;
extern char x;  //~ error: conflicting
int g(int a) { return a; }
int g(int a, int b);  //~ error: conflicting
int array[3];
extern int array[4];  //~ error: conflicting
