// A typedef name declared again with another type.
// expect: reject
typedef int number;
typedef int number;
typedef long number;  //~ error: conflicting
