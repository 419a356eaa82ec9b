// The pack pragma limits member alignment until it is popped.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct before { char c; int i; };
#pragma pack(push, 1)
struct one { char c; int i; };
#pragma pack(push, 2)
struct two { char c; int i; };
#pragma pack(pop)
struct again { char c; short s; };
#pragma pack(pop)
struct after { char c; int i; };
#pragma pack(2)
struct set { char c; int i; };
#pragma pack()
struct reset { char c; int i; };

int main(void) {
    check(sizeof(struct before) == 8);
    check(sizeof(struct one) == 5);
    check(sizeof(struct two) == 6 && __builtin_offsetof(struct two, i) == 2);
    check(sizeof(struct again) == 3);
    check(sizeof(struct after) == 8);
    check(sizeof(struct set) == 6);
    check(sizeof(struct reset) == 8);
    struct one o = {1, 0x0A0B0C0D};
    check(((char *)&o)[1] == 0x0D && o.i == 0x0A0B0C0D);
    return 0;
}
