// Nothing bounds the variable: nobody says whether it is true.
// expect: unknown(unsupported)
// property: assert
int a[4];

int main(void) {
    //@ assert \exists int i; a[i] == 1;
    return 0;
}
