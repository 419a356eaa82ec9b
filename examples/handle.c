// A handle is released where something fails, and again at the end (handle.spc).
extern void *acquire(const char *name);
extern int use(void *handle);
extern void release(void *handle);

static int work(void *handle)
{
    if (use(handle) < 0) {
        release(handle);
        return -1;
    }
    return 0;
}

int main(void)
{
    void *handle = acquire("name");
    if (!handle)
        return 1;
    int status = work(handle);
    release(handle);
    return status;
}
