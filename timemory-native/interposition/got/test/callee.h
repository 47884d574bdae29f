/* Functions of another object, whose calls go through slots. */
#ifdef __cplusplus
extern "C" {
#endif

struct big {
    double value[5];
};

extern int twice(int x);
extern double scaled(double x, int by, float and_by);
extern long ten(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j);
extern struct big spread(double first, int step);
extern double mean(int count, ...);
extern void call_back(void (*function)(void*), void* with);
extern int calls_twice(int x); /* within the library */
extern int last_error(void);

#ifdef __cplusplus
}
#endif
