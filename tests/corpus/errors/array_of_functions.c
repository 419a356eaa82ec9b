// Arrays of functions and functions as members do not exist.
// expect: reject
int a[3](void);  //~ error: functions
typedef int fn(int);
fn table[2];  //~ error: functions
struct s { int m(void); };  //~ error: function
