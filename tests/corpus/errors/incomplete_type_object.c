// Objects of a type that is not complete.
// expect: reject
struct s;
int f(void) {
    struct s local;  //~ error: incomplete
    enum later e;  //~ error: incomplete
    return 0;
}
struct holder {
    struct s member;  //~ error: incomplete
    struct holder self;  //~ error: incomplete
};
struct s array[3];  //~ error: incomplete
int table[2][];  //~ error: incomplete
