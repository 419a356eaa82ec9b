// A variable hides a typedef name, so it names no type.
// expect: reject
typedef int number;
int f(void) {
    int number = 3;
    number x = 4;  //~ error: unknown type name 'number'
    return number;
}
number still_fine = 1;
