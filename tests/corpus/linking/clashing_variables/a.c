// Two files initialise the same variable.
int level = 1;
int main(void) { return level - 1; }
