// Flexible array members in the wrong place.
// expect: reject
struct a { int n; int data[]; int more; };  //~ error: flexible
struct b { int data[]; };  //~ error: flexible
struct c { int n; int data[]; };
