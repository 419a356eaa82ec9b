// An alias of another type, as drivers have them for their tables of devices.
// expect: true
// property: unreach-call
extern void reach_error(void);

struct device {
    unsigned number, mask;
};

static struct device table[1] __attribute__((__unused__)) = {{2250267u, 4294967280u}};
extern struct device const exported __attribute__((__unused__, __alias__("table")));

int main(void)
{
    if (table[0].number != 2250267u)
        reach_error();
    return 0;
}
