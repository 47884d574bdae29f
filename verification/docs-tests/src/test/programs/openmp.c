/* The solver of docs/openmp.md: ten parallel loops, whose iterations take longer towards the end. */
#include <omp.h>
#include <stdio.h>

int main(void) {
    double sum = 0;
    for (int step = 0; step < 10; step++) {
#pragma omp parallel for num_threads(4) reduction(+ : sum)
        for (int i = 0; i < 2000; i++) {
            for (int j = 0; j < i * 10; j++) sum += 1.0 / (1 + j);
        }
    }
    printf("%g\n", sum);
    return 0;
}
