// Case and default labels outside of a switch.
// expect: reject
int f(int x) {
    case 1: x++;  //~ error: case
    switch (x) { case 2: x = 3; }
    default: return x;  //~ error: default
}
