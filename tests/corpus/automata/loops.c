// break and continue leave the scopes they cross; a for-loop has a scope of its own.
// expect: true
// data-model: both
int f(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int square = i * i;
        if (square == 9) continue;
        while (1) {
            int left = n - square;
            if (left < 0) break;
            sum += left;
            square += 10;
        }
    }
    do sum--; while (sum > 100);
    for (;;) ;
}
