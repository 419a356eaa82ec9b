static inline int local(int x) { return x + 95; }
inline int shared(int x) { return x * 2; }
extern inline int shared(int x);                  // the external definition
int gnu(int x) { return x - 1; }
int from_b(int x) { return local(x) + shared(x) + gnu(x); }
int (*address_in_b(void))(int) { return shared; }
