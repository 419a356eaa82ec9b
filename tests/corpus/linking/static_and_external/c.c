static int value = 999;
static int step(void) { return ++value; }
int hidden(void) { return step(); }
