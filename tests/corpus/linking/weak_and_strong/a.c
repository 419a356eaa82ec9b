// A strong definition replaces a weak one.
extern void abort(void);
int __attribute__((weak)) hook(void) { return 1; }
int __attribute__((weak)) setting = 1;
int __attribute__((weak)) alone(void) { return 5; }
int call(void);

int main(void) {
    if (hook() != 2 || call() != 2) abort();
    if (setting != 20 || alone() != 5) abort();
    return 0;
}
