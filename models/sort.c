// Sorting and searching in arrays.
//
// qsort is an insertion sort, stable as glibc's merge sort is. C leaves the order
// of equal elements, and which calls of the comparison are made, open: here it is
// one fixed choice. The element at `size` zero is nothing and stays so.

static void swap(char *a, char *b, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) {
        char held = a[i];
        a[i] = b[i];
        b[i] = held;
    }
}

void qsort(void *array, unsigned long count, unsigned long size, int (*compare)(const void *, const void *)) {
    char *a = array;
    for (unsigned long i = 1; i < count; i++)
        for (unsigned long j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
            swap(a + (j - 1) * size, a + j * size, size);
}

void qsort_r(void *array, unsigned long count, unsigned long size,
             int (*compare)(const void *, const void *, void *), void *argument) {
    char *a = array;
    for (unsigned long i = 1; i < count; i++)
        for (unsigned long j = i; j > 0 && compare(a + (j - 1) * size, a + j * size, argument) > 0; j--)
            swap(a + (j - 1) * size, a + j * size, size);
}

void *bsearch(const void *key, const void *array, unsigned long count, unsigned long size,
              int (*compare)(const void *, const void *)) {
    unsigned long low = 0, high = count;
    while (low < high) {
        unsigned long middle = low + (high - low) / 2;
        const char *element = (const char *)array + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

void *lfind(const void *key, const void *array, unsigned long *count, unsigned long size,
            int (*compare)(const void *, const void *)) {
    for (unsigned long i = 0; i < *count; i++) {
        const char *element = (const char *)array + i * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return 0;
}

void *lsearch(const void *key, void *array, unsigned long *count, unsigned long size,
              int (*compare)(const void *, const void *)) {
    void *found = lfind(key, array, count, size, compare);
    if (found)
        return found;
    char *element = (char *)array + *count * size;
    for (unsigned long i = 0; i < size; i++)
        element[i] = ((const char *)key)[i];
    ++*count;
    return element;
}
