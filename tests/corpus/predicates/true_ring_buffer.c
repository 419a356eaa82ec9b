// Indices that wrap around; their difference is the fill.
// expect: true
// property: unreach-call
// Why: head - tail (modulo 2^32) is raised only below 8 and lowered only if not 0.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned head = __VERIFIER_nondet_uint(), tail = head;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (head - tail < 8)
                head++;
        } else if (head != tail) {
            tail++;
        }
        if (head - tail > 8)
            reach_error();
    }
    return 0;
}
