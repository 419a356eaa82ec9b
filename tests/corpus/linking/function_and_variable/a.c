// One name is a function in one file and a variable in the other.
int thing(void) { return 0; }
int main(void) { return thing(); }
