// Tags defined twice in one scope.
// expect: reject
struct s { int a; };
struct s { int a; };  //~ error: redefinition
union u { int a; };
union u { long b; };  //~ error: redefinition
enum e { A };
enum e { B };  //~ error: redefinition
