// break and continue in switches within loops, and loops within switches.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static int run(const char *program) {
    int acc = 0, stack[4], n = 0;
    for (const char *p = program; *p; p++) {
        switch (*p) {
        case ' ':
            continue;
        case '0': case '1': case '2': case '3': case '4':
        case '5': case '6': case '7': case '8': case '9':
            acc = acc * 10 + (*p - '0');
            break;
        case ',':
            stack[n++] = acc;
            acc = 0;
            break;
        case '+':
            while (n > 0) {
                acc += stack[--n];
                if (acc > 1000)
                    break;
            }
            break;
        case '.':
            goto done;
        default:
            return -1;
        }
        if (acc > 1000)
            break;
    }
done:
    return acc * 10 + n;
}

int main(void) {
    check(run("1 2,3,4+") == 190 && run("900,7,200+5") == 11070);
    check(run("5.9") == 50 && run("x") == -1 && run("") == 0 && run("999,1,2,1000+") == 10022);
    return 0;
}
