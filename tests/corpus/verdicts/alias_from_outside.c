// Two pointers from outside may lead to the same object.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern int *somewhere(void);
extern void reach_error(void);

int main(void) {
    int *p = somewhere(), *q = somewhere();
    if (!p || !q)
        return 0;
    *p = 1;
    *q = 2;
    if (*p == 2)
        reach_error(); //! violated
    return 0;
}
