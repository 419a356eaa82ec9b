// Local objects, members and parameters of type void.
// expect: reject
struct s { void m; };  //~ error: void
int f(void a) {  //~ error: void
    void local;  //~ error: void
    return 0;
}
void array[3];  //~ error: void
