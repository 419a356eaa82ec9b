// Two files define the same function.
int work(void) { return 1; }
int main(void) { return work() - 1; }
