static int main_like(void) { return 0; }
int g(void) { return main_like(); }
