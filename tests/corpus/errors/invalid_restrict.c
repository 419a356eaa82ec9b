// restrict qualifies pointers to objects only.
// expect: reject
int restrict a;  //~ error: restrict
int f(int restrict p);  //~ error: restrict
int (*restrict g)(void);  //~ error: restrict
