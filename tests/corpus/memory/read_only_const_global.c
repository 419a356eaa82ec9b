// A const global is written through a cast.
// run: read-only
// data-model: both
static const int limit = 10;
static int changing = 10;

static void set(const int *p, int v) {
    *(int *)p = v; //! read-only
}

int main(void) {
    set(&changing, 11);
    set(&limit, 11);
    return limit;
}
