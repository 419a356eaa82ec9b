// K&R parameters arrive promoted and are converted on entry.
// expect: true
// data-model: both
// std: gnu89
scale(c, f, p)
    char c;
    float f;
    char *p;
{
    return unknown(c, f, p);
}
