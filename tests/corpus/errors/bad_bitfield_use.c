// Bit-fields of the wrong type, or with their address or size taken.
// expect: reject
struct s {
    float f : 3;  //~ error: bit-field
    int *p : 2;  //~ error: bit-field
    unsigned ok : 4;
};
int g(struct s *x) {
    unsigned *a = &x->ok;  //~ error: bit-field
    return sizeof(x->ok);  //~ error: bit-field
}
