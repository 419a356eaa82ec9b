// Static functions and variables of one name in several files stay apart.
extern void abort(void);
int from_b(void);
int from_c(void);
static int count = 10;
static int helper(void) { static int calls; calls++; return count + calls; }

int main(void) {
    if (helper() != 11 || helper() != 12) abort();
    if (from_b() != 201 || from_b() != 202) abort();
    if (from_c() != 33) abort();
    if (count != 10) abort();
    return 0;
}
