package programs;

/** Calls itself; the shape of MooBench's workload. */
public final class Recursion {
    private Recursion() {}

    public static void main(String[] arguments) {
        int depth = Integer.parseInt(arguments[0]);
        int calls = Integer.parseInt(arguments[1]);
        long sum = 0;
        for (int i = 0; i < calls; i++) sum += descend(depth, i);
        System.out.println(sum);
    }

    static long descend(int depth, int seed) {
        if (depth > 1) return descend(depth - 1, seed) + 1;
        long value = seed;
        for (int i = 0; i < 10; i++) value = value * 31 + i;
        return value;
    }
}
