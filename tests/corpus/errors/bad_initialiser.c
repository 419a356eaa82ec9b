// Structs and arrays initialised with scalars.
// expect: reject
struct s { int a; };
struct s x = 5;  //~ error: initiali
int a[3] = 5;  //~ error: initiali
char c[] = L"ab";  //~ error: initiali
int f(void) {
    int from[2] = {1, 2};
    int to[2] = from;  //~ error: initiali
    struct s y = 1;  //~ error: initiali
    return to[0] + y.a;
}
