int value = 5;
static int hidden(void) { return 1; }
int step(void) { return value += hidden(); }
