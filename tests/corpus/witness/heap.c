// A loop that allocates is not cut; it is followed as it is.
// property: unreach-call
// options: --malloc succeeds
void *malloc(unsigned long);
void reach_error(void);
int main(void) {
  int *p = 0;
  int i = 0;
  while (i < 3) { //@ loop
    p = malloc(sizeof(int));
    *p = i;
    i++;
  }
  if (*p != 2) reach_error();
  return 0;
}
// confirmed: i >= 0 && i <= 3
// refuted: i < 3
// refuted: p == 0
