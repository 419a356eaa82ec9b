int shared;
int table[3];
int set = 40;
void bump(void) { shared++; table[2] += 7; }
