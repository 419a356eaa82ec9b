// A static name in one file does not touch the external one of the others.
extern void abort(void);
extern int value;
int step(void);
int hidden(void);

int main(void) {
    if (value != 5) abort();
    if (step() != 6 || value != 6) abort();
    if (hidden() != 1000 || value != 6) abort();
    return 0;
}
