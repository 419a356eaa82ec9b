// gcc takes an element of a string literal as a constant in static initialisers.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

static char first = "abc"[0], zero = "abc"[3];
static int high = "\xff"[0], swapped = 1["xyz"];
static struct { int tag; char c[2]; } s = {"tag"[2], {"ab"[1], "z"[0]}};

int main(void) {
    static unsigned char local = "\x80"[0];
    check(first == 'a' && zero == 0 && high == -1 && swapped == 'y');
    check(s.tag == 'g' && s.c[0] == 'b' && s.c[1] == 'z' && local == 128);
    return 0;
}
