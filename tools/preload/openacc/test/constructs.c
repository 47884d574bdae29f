/* Constructs of OpenACC in numbers that are known: see test_openacc.py. */
#include <stdio.h>

int main(void) {
    static double a[1000];
    for (int k = 0; k < 3; k++) {
#pragma acc parallel loop copy(a)
        for (int i = 0; i < 1000; i++) a[i] = i;
    }
#pragma acc data copyin(a)
    {
#pragma acc parallel
        a[0] = 7;
#pragma acc update host(a)
    }
#pragma acc enter data copyin(a)
#pragma acc exit data delete (a)
    printf("%g\n", a[999]);
    return 0;
}
