// Types that were never declared.
// expect: reject
number x;  //~ error: unknown type
int f(word w) {  //~ error: unknown type
    return 0;
}
struct s {
    text t;  //~ error: unknown type
};
