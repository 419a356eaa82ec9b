// The loop changes a global variable through a call, and another through a pointer.
// property: unreach-call
// data-model: both
void reach_error(void);
int __VERIFIER_nondet_int(void);
int count;
long sum;
static void step(long *by) {
  count++;
  *by += 2;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  while (count < n) //@ loop
    step(&sum);
  if (sum != 2 * (long)count) reach_error();
  return 0;
}
// confirmed: sum == 2 * (long)count && count >= 0 && count <= 100000
// unknown: count >= 0
// refuted: sum == 0
