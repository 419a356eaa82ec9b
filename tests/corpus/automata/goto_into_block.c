// Jumps leave and enter the scopes they cross: inner lives from where it is entered.
// expect: true
// data-model: both
int f(int x) {
    int result = 0;
    if (x > 10) goto inside;
    {
        int inner;
        inner = 1;
        result += inner;
inside: inner = 5;
        if (x < 0) goto out;
        {
            int deepest = inner;
            if (deepest == x) goto out;
        }
    }
    result++;
out:
    return result;
}
