// Functions cannot return arrays or functions.
// expect: reject
int f(void)[3];  //~ error: returning
int g(void)(int);  //~ error: returning
typedef int row[2];
row h(void);  //~ error: returning
