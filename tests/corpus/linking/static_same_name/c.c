static int helper(int a, int b) { return a * b; }
static const char count[] = "xyz";
int from_c(void) { return helper(count[0] - 'x' + 11, sizeof count - 1); }
