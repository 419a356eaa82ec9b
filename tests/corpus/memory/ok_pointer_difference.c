// Pointers are subtracted and ordered within one object, its end included.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct cell { int a; char b; };

int main(void) {
    struct cell cells[10];
    struct cell *first = cells, *last = &cells[9], *end = cells + 10;
    check(last - first == 9 && first - end == -10);
    check(first < last && last < end && end >= last);
    check((char *)end - (char *)first == (long)sizeof cells);
    check(&cells[7] == last - 2 && &last[-9] == first);
    first->a = 1;
    check(cells[0].a == 1);
    return 0;
}
