// No file defines main.
int f(void) { return 0; }
