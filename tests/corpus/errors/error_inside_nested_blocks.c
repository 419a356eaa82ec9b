// An error deep inside keeps the outer blocks intact.
// expect: reject
int f(int x) {
    while (x) {
        if (x > 3) {
            switch (x) {
            case 4: {
                int y = x +;  //~ error: expected expression
                x = y;
                break;
            }
            }
        }
        x--;
    }
    return x;
}
int g(void) {
    return unknown;  //~ error: undeclared
}
