// Bit-field widths that no bit-field can have.
// expect: reject
struct s {
    int a : -1;  //~ error: width
    int b : 33;  //~ error: width
    int c : 0;  //~ error: width
    char d : 9;  //~ error: width
    _Bool e : 2;  //~ error: width
    int ok : 32;
};
