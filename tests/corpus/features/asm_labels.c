// An asm label gives a declaration another linker name.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

int renamed(int x) __asm__("concord_actual_name");
int renamed(int x) { return x * 3; }
extern int by_other_name(int) __asm__("concord_actual_name");
int variable __asm__("concord_actual_variable") = 12;
extern int same_variable asm("concord_" "actual_variable");

int main(void) {
    check(renamed(4) == 12);
    check(by_other_name(5) == 15);
    check(same_variable == 12);
    return 0;
}
