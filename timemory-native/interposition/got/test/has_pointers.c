#include "callee.h"

extern int through_pointer(int x), through_other(int x);
extern void set_pointer(void), put_pointer_back(void);

int (*pointer)(int) = twice, (*other_pointer)(int) = twice;
static int (*before)(int);
static int own(int x) { return 100 * x; }

int through_pointer(int x) { return pointer(x); }
int through_other(int x) { return other_pointer(x); }
void set_pointer(void) { before = pointer, pointer = own; }
void put_pointer_back(void) { pointer = before; }
