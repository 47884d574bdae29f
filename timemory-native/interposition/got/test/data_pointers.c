/* Pointers to functions in an object's data belong to the program: if it changed one, that is left unchanged. */
#include <dlfcn.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

extern int through_pointer(int x), through_other(int x);
extern void set_pointer(void), put_pointer_back(void);

int main(int count, char** path) {
    check(count == 2);
    /* Changed before the hook is there, to a function of the object that has the pointer. */
    set_pointer();
    hook one = count_calls("twice", -1);
    check(through_pointer(1) == 100 && calls(one) == 0);
    check(through_other(1) == 2 && calls(one) == 1); /* that one still holds its original value */
    unhook(one);
    check(through_pointer(1) == 100 && through_other(1) == 2 && calls(one) == 1);

    /* Changed while it is. */
    put_pointer_back();
    hook other = count_calls("twice", -1);
    check(through_pointer(1) == 2 && calls(other) == 1);
    set_pointer();
    check(through_pointer(1) == 100);
    check(dlopen(path[1], RTLD_NOW) != NULL);
    look_again();
    check(through_pointer(1) == 100 && calls(other) == 1);
    unhook(other);
    check(through_pointer(1) == 100 && through_other(1) == 2);
    return 0;
}
