// A recursive descent parser for arithmetic with precedence, unary minus and errors.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static const char *at;
static int wrong;
static int expression(void);

static int atom(void) {
    while (*at == ' ')
        at++;
    if (*at == '-')
        return at++, -atom();
    if (*at == '(') {
        at++;
        int v = expression();
        if (*at++ != ')')
            wrong = 1, at--;
        return v;
    }
    if (*at < '0' || *at > '9')
        return wrong = 1, 0;
    int v = 0;
    do v = v * 10 + *at++ - '0'; while (*at >= '0' && *at <= '9');
    return v;
}
static int level(int min) {
    static const char operators[] = "+-*/%", strength[] = {1, 1, 2, 2, 2};
    int v = atom();
    for (;;) {
        while (*at == ' ')
            at++;
        int k = 0;
        while (operators[k] && operators[k] != *at)
            k++;
        if (!operators[k] || strength[k] < min || wrong)
            return v;
        at++;
        int r = level(strength[k] + 1);
        if (k >= 3 && r == 0)
            return wrong = 2, 0;
        v = k == 0 ? v + r : k == 1 ? v - r : k == 2 ? v * r : k == 3 ? v / r : v % r;
    }
}
static int expression(void) { return level(1); }
static int eval(const char *s) {
    at = s;
    wrong = 0;
    int v = expression();
    return wrong ? -1000 - wrong : *at ? -1000 : v;
}

int main(void) {
    check(eval("1+2*3") == 7 && eval("(1+2)*3") == 9 && eval("10-4-3") == 3 && eval("2*3%4") == 2);
    check(eval("-(2+-3) * 4") == 4 && eval(" 100 / 7 / 2 ") == 7 && eval("--5") == 5);
    check(eval("1/(2-2)") == -1002 && eval("(1") == -1001 && eval("") == -1001 && eval("1 2") == -1000);
    return 0;
}
