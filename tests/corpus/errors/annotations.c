// Annotations that say nothing.
// expect: reject
int a[3];

//@ predicate positive(int x) = x > 0
//@ predicate unclosed(int x = x; //~ error: expected ')'
//@ predicate weighs(double d) = d > 0.0; //~ error: integers and pointers
//@ predicate positive(int x) = x >= 0; //~ error: redefinition of predicate
//@ assert 1; //~ error: inside of functions

int f(int n) {
    int y = 2;
    //@ assert \forall int i; i < m ==> a[i] == 0; //~ error: 'm' undeclared
    //@ assert positive(1, 2); //~ error: 1 parameters
    //@ assert y++ > 1; //~ error: effects
    //@ assert f(1); //~ error: effects
    //@ assert \old(y) == 2; //~ error: before it is declared
    //@ assert \result == 1; //~ error: ensures
    //@ assert \foo(1); //~ error: means nothing
    //@ assert (n > ; //~ error: expected expression
    //@ assert \at(n, There) == 1; //~ error: labels are
    //@ assert \closure(int i; i)(1, 2); //~ error: two variables
    //@ assert \closure(int i, char c; i == c)(1, 2); //~ error: one type
    //@ assert \reach(n, n, next); //~ error: no pointer
    //@ assert \allocated(n); //~ error: no pointer
    //@ requires n > 0; //~ error: before the definition
    return n;
}

//@ requires 1; //~ error: before the definition
int g;

//@ ensures \result == 1; //~ error: no result
void nothing(void) {}
