// The C library's heap: malloc and its relatives, free, and the functions that
// return a copied string.
//
// Allocation fails only if the driver says that it may, and then on any call
// (errno becomes ENOMEM). Contents of a fresh block are indeterminate except
// after calloc. realloc always moves the block, so that a stale pointer into
// the old one is found; as in glibc, realloc(p, 0) frees p and returns null.
// Alignment beyond the machine's own is not promised for aligned blocks; only
// the arguments are checked. alloca is not here: a model's frame ends too early.

void *__concord_alloc(unsigned long size);
void __concord_free(void *block);
unsigned long __concord_size(const void *block);
int *__errno_location(void);
extern const int __concord_malloc_may_fail;

// The one place that decides about failure. Null if the allocation fails.
static void *allocate(unsigned long size) {
    if (__concord_malloc_may_fail) {
        int fails;
        if (fails == 1) {
            *__errno_location() = 12; // ENOMEM
            return 0;
        }
    }
    return __concord_alloc(size);
}

void *malloc(unsigned long size) {
    return allocate(size);
}

void free(void *block) {
    if (block)
        __concord_free(block);
}

void cfree(void *block) {
    free(block);
}

// Is count * size too large for a size?
static int overflows(unsigned long count, unsigned long size) {
    return size != 0 && count > ~0UL / size;
}

void *calloc(unsigned long count, unsigned long size) {
    if (overflows(count, size)) {
        *__errno_location() = 12;
        return 0;
    }
    unsigned long total = count * size;
    char *block = allocate(total);
    if (block)
        for (unsigned long i = 0; i < total; i++)
            block[i] = 0;
    return block;
}

void *realloc(void *block, unsigned long size) {
    if (!block)
        return malloc(size);
    if (size == 0) {
        free(block);
        return 0;
    }
    char *moved = allocate(size);
    if (!moved)
        return 0;
    const char *old = block;
    unsigned long kept = __concord_size(block);
    if (kept > size)
        kept = size;
    for (unsigned long i = 0; i < kept; i++)
        moved[i] = old[i];
    free(block);
    return moved;
}

void *reallocarray(void *block, unsigned long count, unsigned long size) {
    if (overflows(count, size)) {
        *__errno_location() = 12;
        return 0;
    }
    return realloc(block, count * size);
}

static int power_of_two(unsigned long n) {
    return n != 0 && (n & (n - 1)) == 0;
}

void *memalign(unsigned long alignment, unsigned long size) {
    if (!power_of_two(alignment)) {
        *__errno_location() = 22; // EINVAL
        return 0;
    }
    return allocate(size);
}

void *aligned_alloc(unsigned long alignment, unsigned long size) {
    return memalign(alignment, size);
}

int posix_memalign(void **result, unsigned long alignment, unsigned long size) {
    if (!power_of_two(alignment) || alignment < sizeof(void *))
        return 22;
    void *block = allocate(size);
    if (!block)
        return 12;
    *result = block;
    return 0;
}

void *valloc(unsigned long size) {
    return allocate(size);
}

void *pvalloc(unsigned long size) {
    return allocate((size + 4095) / 4096 * 4096);
}

unsigned long malloc_usable_size(void *block) {
    return block ? __concord_size(block) : 0;
}

char *strdup(const char *text) {
    unsigned long length = 0;
    while (text[length])
        length++;
    char *copy = malloc(length + 1);
    if (copy)
        for (unsigned long i = 0; i <= length; i++)
            copy[i] = text[i];
    return copy;
}

char *strndup(const char *text, unsigned long limit) {
    unsigned long length = 0;
    while (length < limit && text[length])
        length++;
    char *copy = malloc(length + 1);
    if (copy) {
        for (unsigned long i = 0; i < length; i++)
            copy[i] = text[i];
        copy[length] = 0;
    }
    return copy;
}

char *__strdup(const char *text) {
    return strdup(text);
}

char *__strndup(const char *text, unsigned long limit) {
    return strndup(text, limit);
}

int *wcsdup(const int *text) {
    unsigned long length = 0;
    while (text[length])
        length++;
    int *copy = malloc((length + 1) * sizeof(int));
    if (copy)
        for (unsigned long i = 0; i <= length; i++)
            copy[i] = text[i];
    return copy;
}
