int shared;
extern int set;
int read_set(void) { return shared ? set : -1; }
