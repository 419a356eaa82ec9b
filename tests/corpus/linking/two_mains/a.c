// Two files define main.
int main(void) { return 0; }
