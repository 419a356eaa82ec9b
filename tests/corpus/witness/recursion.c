// A recursive function writes to its callers' variables: the loop is not cut.
// property: unreach-call
void reach_error(void);
static void down(int n, int *up) {
  int mine = 0;
  int i = 0;
  while (i < 2) { //@ loop
    if (n > 0) down(n - 1, &mine);
    *up += 1;
    i++;
  }
}
int main(void) {
  int top = 0;
  down(1, &top);
  if (top != 2) reach_error();
  return 0;
}
// confirmed: i >= 0 && i <= 2
// refuted: mine == 0
