int hook(void) { return 2; }
int setting = 20;
int call(void) { return hook(); }
