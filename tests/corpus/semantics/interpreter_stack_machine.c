// A small stack machine runs a program that computes powers of three and triangular numbers.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum op { PUSH, ADD, SUB, MUL, DUP, SWAP, OVER, POP, JZ, JMP, HALT };
struct code { unsigned char op; signed char arg; };

static int run(const struct code *code, int input) {
    int stack[16], *sp = stack;
    *sp++ = input;
    for (const struct code *pc = code;; pc++)
        switch ((enum op)pc->op) {
        case PUSH: *sp++ = pc->arg; break;
        case ADD: sp--; sp[-1] += *sp; break;
        case SUB: sp--; sp[-1] -= *sp; break;
        case MUL: sp--; sp[-1] *= *sp; break;
        case DUP: *sp = sp[-1]; sp++; break;
        case OVER: *sp = sp[-2]; sp++; break;
        case SWAP: { int t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; break; }
        case POP: sp--; break;
        case JZ: if (*--sp == 0) pc += pc->arg; break;
        case JMP: pc += pc->arg; break;
        case HALT: return *--sp;
        }
}

int main(void) {
    static const struct code power[] = {{PUSH, 1}, {SWAP}, {DUP}, {JZ, 7}, {PUSH, 1}, {SUB}, {SWAP}, {PUSH, 3}, {MUL},
        {SWAP}, {JMP, -9}, {POP}, {HALT}};
    check(run(power, 0) == 1 && run(power, 5) == 243 && run(power, 19) == 1162261467);
    static const struct code triangle[] = {{PUSH, 0}, {SWAP}, {DUP}, {JZ, 7}, {SWAP}, {OVER}, {ADD}, {SWAP}, {PUSH, 1},
        {SUB}, {JMP, -9}, {POP}, {HALT}};
    check(run(triangle, 0) == 0 && run(triangle, 10) == 55 && run(triangle, 100) == 5050);
    return 0;
}
