// Functions that run after the end are not followed.
// expect: unknown(unsupported)
void reach_error(void);

__attribute__((destructor)) static void last(void) {
    reach_error();
}

int main(void) {
    return 0;
}
