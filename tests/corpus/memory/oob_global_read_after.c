// A global array is read one past its end.
// run: out-of-bounds
// data-model: both
static int table[6] = {1, 1, 2, 3, 5, 8};

static int at(const int *t, int i) {
    return t[i]; //! out-of-bounds
}

int main(void) {
    int s = 0;
    for (int i = 0; i < 6; i++)
        s += at(table, i);
    return s == 20 ? at(table, 6) : 0;
}
