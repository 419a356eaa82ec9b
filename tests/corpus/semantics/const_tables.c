// Constant tables of strings, structs, pointers into each other and jagged rows.
// run: ok
// data-model: both
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct month { const char *name; unsigned char days; const struct month *next; };
static const struct month months[3] = {{"Jan", 31, &months[1]}, {"Feb", 28, months + 2}, {"Mar", 31, months}};
static const int row0[] = {1}, row1[] = {2, 3}, row2[] = {4, 5, 6};
static const int *const rows[] = {row0, row1, row2, &row2[2], (const int[]){7, 8}};
static const char names[][6] = {"one", "three", "seven"};
static const char *const words[] = {[2] = "two", [0] = "zero"};
static const int *const ends[2] = {row2 + 3, &row1[1]};
static const unsigned char days[2][12] = {{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31},
    {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}};

static int day_of_year(int y, int m, int d) {
    int leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    while (--m > 0)
        d += days[leap][m - 1];
    return d;
}

int main(void) {
    check(months[0].next->next->next == months && months[1].next->name[0] == 'M' && months->next->days == 28);
    check(rows[2][1] == 5 && *rows[3] == 6 && rows[4][1] == 8 && ends[0][-1] == 6 && *ends[1] == 3);
    check(sizeof names == 18 && names[1][4] == 'e' && names[0][5] == 0 && words[1] == 0 && words[2][1] == 'w');
    check(day_of_year(2024, 12, 31) == 366 && day_of_year(1900, 3, 1) == 60 && day_of_year(2000, 3, 1) == 61);
    return 0;
}
