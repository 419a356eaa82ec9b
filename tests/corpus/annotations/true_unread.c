// Annotations belong to the property assert: they say nothing about others.
// expect: true
// property: valid-memsafety
int main(void) {
    int *p = 0;
    //@ assert *p == 1;
    return p != 0;
}
