// Assigning a struct copies every member, arrays included.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct inner { int v[3]; };
struct outer { char tag; struct inner in; struct outer *next; };

int main(void) {
    struct outer a = {'a', {{1, 2, 3}}, 0};
    struct outer b, c;
    c = b = a;
    a.in.v[1] = 99;
    check(b.in.v[1] == 2 && c.in.v[1] == 2 && c.tag == 'a');
    b.next = &c;
    b = *b.next;                     // the source is read before the store
    check(b.next == 0 && b.in.v[2] == 3);
    struct inner arr[2] = {{{7, 8, 9}}};
    arr[1] = arr[0];
    arr[0].v[0] = 0;
    check(arr[1].v[0] == 7);
    check((c = a).in.v[1] == 99);    // the value of an assignment
    c = c;
    check(c.in.v[1] == 99);
    return 0;
}
