// The value of ({ … }) outlives its block.
// expect: true
// data-model: both
int f(int a, int b) {
    return ({ int x = a; int y = b; x > y ? x : y; }) + ({ a++; a; });
}
