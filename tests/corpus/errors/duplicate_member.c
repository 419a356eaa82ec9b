// Two members of one name, once through an unnamed union.
// expect: reject
struct s {
    int a;
    char b;
    long a;  //~ error: duplicate member
};
struct t {
    int x;
    union { int y; int x; };  //~ error: duplicate member
};
