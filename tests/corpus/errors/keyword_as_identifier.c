// Keywords where a name is needed.
// expect: reject
int while = 3;  //~ error: expected identifier
struct for { int a; };  //~ error: expected
int f(void) {
    goto if;  //~ error: expected identifier
    return 0;
}
