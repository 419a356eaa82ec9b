static int count = 200;
static int helper(void) { static int calls; return ++calls; }
int from_b(void) { return count + helper(); }
