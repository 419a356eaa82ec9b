// Functions cannot return arrays or functions.
// expect: reject
int f(void)[3];  //~ error: cannot return
int g(void)(int);  //~ error: cannot return
typedef int row[2];
row h(void);  //~ error: cannot return
