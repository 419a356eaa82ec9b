// Lists without their commas.
// expect: reject
int f(int a int b);  //~ error: expected
int a[] = {1 2};  //~ error: expected
enum e { A B };  //~ error: expected
int g(int x) {
    return g(x x);  //~ error: expected
}
