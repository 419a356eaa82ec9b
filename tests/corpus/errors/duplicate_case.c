// Case labels that repeat a value.
// expect: reject
int f(int x) {
    switch (x) {
    case 1: return 1;
    case 2: return 2;
    case 3 - 2: return 3;  //~ error: duplicate case
    case 10 ... 20: return 4;
    case 15: return 5;  //~ error: duplicate case
    }
    return 0;
}
