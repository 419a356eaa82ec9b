// A label says which function a name means.
// expect: false(unreach-call)
// property: unreach-call
extern void stop(void) __asm__("reach_error");

int main(void)
{
    stop(); //! violated
    return 0;
}
