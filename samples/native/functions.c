/*
 * A program that does not know about timemory: simulates heat that spreads along a rod and computes its mean, for the given number of
 * rounds.
 */
#include <stdio.h>
#include <stdlib.h>

#define NOT_INLINED __attribute__((noinline))

enum { CELLS = 1000 };

static double rod[CELLS], next[CELLS];

NOT_INLINED static double flow(double left, double here, double right) {
    double change = 0;
    for (int part = 0; part < 4; part++) change += (left - 2 * here + right) / 16;
    return here + change;
}

NOT_INLINED static void spread(void) {
    for (int i = 1; i < CELLS - 1; i++) next[i] = flow(rod[i - 1], rod[i], rod[i + 1]);
    for (int i = 1; i < CELLS - 1; i++) rod[i] = next[i];
}

NOT_INLINED static double mean(void) {
    double sum = 0;
    for (int i = 0; i < CELLS; i++) sum += rod[i];
    return sum / CELLS;
}

NOT_INLINED static void heat(int rounds) {
    rod[CELLS / 2] = 1000;
    for (int i = 0; i < rounds; i++) spread();
}

int main(int count, char** arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 20;
    heat(rounds);
    printf("mean %.3f\n", mean());
    return 0;
}
