// The Linux kernel's allocators: kmalloc and vmalloc families, slab caches,
// whole pages, and device-managed memory.
//
// Allocation flags are ignored: every call may fail where the driver says that
// allocation may, __GFP_NOFAIL included. __GFP_ZERO is not looked at, since its
// value differs between kernel versions. Pages have 4096 bytes. A cache's
// constructor runs at each allocation. Device-managed blocks are never freed by
// themselves: they stay reachable through a list here.

void *__concord_alloc(unsigned long size);
void __concord_free(void *block);
unsigned long __concord_size(const void *block);
extern const int __concord_malloc_may_fail;

static void *allocate(unsigned long size) {
    if (__concord_malloc_may_fail) {
        int fails;
        if (fails == 1)
            return 0;
    }
    return __concord_alloc(size);
}

static void *allocate_zeroed(unsigned long size) {
    char *block = allocate(size);
    if (block)
        for (unsigned long i = 0; i < size; i++)
            block[i] = 0;
    return block;
}

static void release(const void *block) {
    if (block)
        __concord_free((void *)block);
}

static int overflows(unsigned long count, unsigned long size) {
    return size != 0 && count > ~0UL / size;
}

void *kmalloc(unsigned long size, unsigned flags) {
    (void)flags;
    return allocate(size);
}

void *__kmalloc(unsigned long size, unsigned flags) {
    return kmalloc(size, flags);
}

void *kmalloc_node(unsigned long size, unsigned flags, int node) {
    (void)node;
    return kmalloc(size, flags);
}

void *__kmalloc_node(unsigned long size, unsigned flags, int node) {
    return kmalloc_node(size, flags, node);
}

void *kzalloc(unsigned long size, unsigned flags) {
    (void)flags;
    return allocate_zeroed(size);
}

void *kzalloc_node(unsigned long size, unsigned flags, int node) {
    (void)node;
    return kzalloc(size, flags);
}

void *kmalloc_array(unsigned long count, unsigned long size, unsigned flags) {
    return overflows(count, size) ? 0 : kmalloc(count * size, flags);
}

void *kcalloc(unsigned long count, unsigned long size, unsigned flags) {
    return overflows(count, size) ? 0 : kzalloc(count * size, flags);
}

void kfree(const void *block) {
    release(block);
}

void kvfree(const void *block) {
    release(block);
}

void kzfree(const void *block) {
    release(block);
}

void kfree_sensitive(const void *block) {
    release(block);
}

unsigned long ksize(const void *block) {
    return block ? __concord_size(block) : 0;
}

void *krealloc(const void *block, unsigned long size, unsigned flags) {
    if (!block)
        return kmalloc(size, flags);
    if (size == 0) {
        release(block);
        return 0;
    }
    char *moved = kmalloc(size, flags);
    if (!moved)
        return 0;
    const char *old = block;
    unsigned long kept = __concord_size(block);
    if (kept > size)
        kept = size;
    for (unsigned long i = 0; i < kept; i++)
        moved[i] = old[i];
    release(block);
    return moved;
}

char *kstrndup(const char *text, unsigned long limit, unsigned flags) {
    if (!text)
        return 0;
    unsigned long length = 0;
    while (length < limit && text[length])
        length++;
    char *copy = kmalloc(length + 1, flags);
    if (copy) {
        for (unsigned long i = 0; i < length; i++)
            copy[i] = text[i];
        copy[length] = 0;
    }
    return copy;
}

char *kstrdup(const char *text, unsigned flags) {
    return kstrndup(text, ~0UL, flags);
}

void *kmemdup(const void *source, unsigned long size, unsigned flags) {
    char *copy = kmalloc(size, flags);
    if (copy)
        for (unsigned long i = 0; i < size; i++)
            copy[i] = ((const char *)source)[i];
    return copy;
}

void *vmalloc(unsigned long size) {
    return allocate(size);
}

void *vzalloc(unsigned long size) {
    return allocate_zeroed(size);
}

void *kvmalloc(unsigned long size, unsigned flags) {
    return kmalloc(size, flags);
}

void *kvzalloc(unsigned long size, unsigned flags) {
    return kzalloc(size, flags);
}

void vfree(const void *block) {
    release(block);
}

struct cache {
    unsigned long size;
    void (*constructor)(void *);
};

struct kmem_cache;

struct kmem_cache *kmem_cache_create(const char *name, unsigned long size, unsigned long alignment,
                                     unsigned long flags, void (*constructor)(void *)) {
    (void)name, (void)alignment, (void)flags;
    struct cache *cache = allocate(sizeof *cache);
    if (cache) {
        cache->size = size;
        cache->constructor = constructor;
    }
    return (struct kmem_cache *)cache;
}

void kmem_cache_destroy(struct kmem_cache *cache) {
    release(cache);
}

void *kmem_cache_alloc(struct kmem_cache *cache, unsigned flags) {
    (void)flags;
    struct cache *from = (struct cache *)cache;
    void *block = allocate(from->size);
    if (block && from->constructor)
        from->constructor(block);
    return block;
}

void *kmem_cache_zalloc(struct kmem_cache *cache, unsigned flags) {
    (void)flags;
    return allocate_zeroed(((struct cache *)cache)->size);
}

void kmem_cache_free(struct kmem_cache *cache, void *block) {
    (void)cache;
    release(block);
}

unsigned long __get_free_pages(unsigned flags, unsigned order) {
    (void)flags;
    return (unsigned long)allocate(4096UL << order);
}

unsigned long get_zeroed_page(unsigned flags) {
    (void)flags;
    return (unsigned long)allocate_zeroed(4096);
}

void free_pages(unsigned long address, unsigned order) {
    (void)order;
    release((void *)address);
}

struct device;

struct managed {
    struct managed *next;
    void *block;
};

static struct managed *managed_blocks;

static void *manage(void *block) {
    if (block) {
        struct managed *entry = __concord_alloc(sizeof *entry);
        entry->next = managed_blocks;
        entry->block = block;
        managed_blocks = entry;
    }
    return block;
}

void *devm_kmalloc(struct device *device, unsigned long size, unsigned flags) {
    (void)device;
    return manage(kmalloc(size, flags));
}

void *devm_kzalloc(struct device *device, unsigned long size, unsigned flags) {
    (void)device;
    return manage(kzalloc(size, flags));
}

void *devm_kcalloc(struct device *device, unsigned long count, unsigned long size, unsigned flags) {
    (void)device;
    return manage(kcalloc(count, size, flags));
}

void devm_kfree(struct device *device, const void *block) {
    (void)device;
    for (struct managed **at = &managed_blocks; *at; at = &(*at)->next)
        if ((*at)->block == block) {
            struct managed *entry = *at;
            *at = entry->next;
            __concord_free(entry);
            release(block);
            return;
        }
}
