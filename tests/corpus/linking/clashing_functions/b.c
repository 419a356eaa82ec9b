int work(void) { return 2; }
