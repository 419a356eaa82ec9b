// Tentative definitions of one name in several files are one object (-fcommon).
extern void abort(void);
int shared;
int table[3];
int set;
void bump(void);
int read_set(void);

int main(void) {
    if (shared != 0 || table[2] != 0) abort();
    shared = 4;
    bump();
    if (shared != 5 || table[2] != 7) abort();
    if (set != 40 || read_set() != 40) abort();
    set = 41;
    if (read_set() != 41) abort();
    return 0;
}
