// Two default labels in one switch.
// expect: reject
int f(int x) {
    switch (x) {
    default: return 1;
    case 2:
        switch (x) { default: ; }
    default: return 3;  //~ error: default
    }
}
