int level = 1;
int get(void) { return level; }
