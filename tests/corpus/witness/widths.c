// Expressions mean what they mean in C: promotions, and the width of long.
// property: unreach-call
// data-model: both
void reach_error(void);
int __VERIFIER_nondet_int(void);
enum { LIMIT = 200 };
typedef unsigned char byte;
int main(void) {
  byte a = 0;
  unsigned u = 0;
  long l = 0;
  while (__VERIFIER_nondet_int()) { //@ loop
    if (a < LIMIT) a++;
    u = a;
    l = (long)u * 2;
  }
  if (a > LIMIT || u > LIMIT) reach_error();
  return 0;
}
// confirmed: a <= LIMIT && u <= LIMIT
// confirmed: a <= 200 && a + 100 <= 300 && (byte)(a + 100) != 255 + 100 && u <= 200u
// refuted: a + 250 <= 255
// refuted: u - 1 <= 0x7fffffff
// refuted: l < 3 && sizeof(l) >= 4
