// Digraphs stand for brackets and braces.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct s <% int a<:2:>; %>;

int main(void) <%
    struct s v = <%<%5, 6%>%>;
    int b<::> = <%1, 2, 3%>;
    check(v.a<:1:> == 6 && b[2:> == 3);
    check(sizeof b == 12);
    const char *text = "<:%>";               // not inside a string
    check(text<:0:> == '<' && text[2] == '%');
    int x = 8, y = 3;
    check(x%y == 2 && (x<y) == 0);
    check((x%3>1) == 1);
    return 0;
%>
