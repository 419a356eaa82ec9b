// Type specifiers that do not go together.
// expect: reject
long long long a;  //~ error: long
signed unsigned b;  //~ error: unsigned
short long c;  //~ error: short
int float d;  //~ error: specifier
unsigned double e;  //~ error: unsigned
_Bool long g;  //~ error: long
