// An enumerator that is already declared in the scope.
// expect: reject
enum a { RED, GREEN };
enum b { BLUE, RED };  //~ error: redefinition
int taken;
enum c { taken };  //~ error: kind
