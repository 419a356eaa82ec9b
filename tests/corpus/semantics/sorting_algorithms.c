// Six ways to sort give the same order.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *memcpy(void *, const void *, size_t);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

enum { N = 40 };
static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x)
            a[j] = a[j - 1], j--;
        a[j] = x;
    }
}
static void shell(int *a, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i - gap, t; j >= 0 && a[j] > a[j + gap]; j -= gap)
                t = a[j], a[j] = a[j + gap], a[j + gap] = t;
}
static void quick(int *a, int n) {
    while (n > 1) {
        int p = a[(n - 1) / 2], i = -1, j = n, t;
        for (;;) {
            do i++; while (a[i] < p);
            do j--; while (a[j] > p);
            if (i >= j)
                break;
            t = a[i], a[i] = a[j], a[j] = t;
        }
        quick(a, j + 1);
        a += j + 1;
        n -= j + 1;
    }
}
static void merge(int *a, int n) {
    int b[N], h = n / 2, i = 0, j = h, k = 0;
    if (n < 2)
        return;
    merge(a, h);
    merge(a + h, n - h);
    while (k < n)
        b[k++] = j == n || (i < h && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, b, n * sizeof *a);
}
static void selection(int *a, int n) {
    for (; n > 1; n--) {
        int m = 0;
        for (int i = 1; i < n; i++)
            if (a[i] > a[m])
                m = i;
        int t = a[m];
        a[m] = a[n - 1];
        a[n - 1] = t;
    }
}
static void radix(int *a, int n) {
    for (int bit = 0; bit < 32; bit++) {
        int b[N], k = 0;
        for (unsigned want = 0; want < 2; want++)
            for (int i = 0; i < n; i++)
                if ((((unsigned)a[i] ^ 0x80000000u) >> bit & 1) == want)
                    b[k++] = a[i];
        memcpy(a, b, sizeof b);
    }
}

int main(void) {
    static void (*const sorts[])(int *, int) = {insertion, shell, quick, merge, selection, radix};
    int first[N];
    for (int s = 0; s < 6; s++) {
        int a[N];
        unsigned x = 12345;
        for (int i = 0; i < N; i++)
            a[i] = (int)((x = x * 1103515245u + 12345u) >> 8) - 8388608;
        a[7] = a[11];
        sorts[s](a, N);
        for (int i = 1; i < N; i++)
            check(a[i - 1] <= a[i]);
        if (s == 0)
            memcpy(first, a, sizeof a);
        for (int i = 0; i < N; i++)
            check(a[i] == first[i]);
    }
    return 0;
}
