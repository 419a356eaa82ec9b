// An extern array of unknown size gets its size from another file.
extern void abort(void);
extern int numbers[];
extern const char *names[];
extern const char text[];
extern int count;
int size_of_numbers(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    if (sum != 60 || size_of_numbers() != 12) abort();
    numbers[1] = 100;
    if (size_of_numbers() != 92) abort();
    if (names[1][0] != 't' || names[2] != 0) abort();
    if (text[4] != 'o' || text[5] != 0) abort();
    return 0;
}
