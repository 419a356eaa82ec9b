// A global array is written just before its start.
// run: out-of-bounds
// data-model: both
static int stack[8];
static int top;

static void push(int x) { stack[top++] = x; }
static void replace(int x) {
    top--;
    stack[top] = x; //! out-of-bounds
}

int main(void) {
    push(1);
    replace(2);
    replace(3);
    return 0;
}
