// break and continue outside of what they leave.
// expect: reject
int f(int x) {
    if (x)
        break;  //~ error: break
    switch (x) {
    case 1:
        continue;  //~ error: continue
    }
    while (x--) { break; }
    continue;  //~ error: continue
}
