// Tabs, vertical tabs and form feeds separate tokens.
// expect: true
// data-model: both
extern void abort(void);
static void check(int ok) { if (!ok) abort(); }

static	intspaced= 5;

int


main	(void)
{
	check
(
spaced
==
5
)
;check(sizeof"	"==2);int a=1,b=2,c=a+-b;check(c==-1);a=-b;check(a==-2);
return	0;}
