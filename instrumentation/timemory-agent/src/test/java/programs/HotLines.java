package programs;

/** Lines whose hits are known, and of which one takes most. */
public final class HotLines {
    private HotLines() {}

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += cheap(i);
            sum += dear(i);
        }
        System.out.println(sum + " " + fibonacci(10));
    }

    static long cheap(int i) {
        return i;
    }

    static long dear(int i) {
        long sum = i;
        for (int j = 0; j < 200_000; j++) sum = sum * 31 + j;
        return sum;
    }

    static int fibonacci(int n) {
        if (n < 2) {
            return n;
        }
        int before = fibonacci(n - 2);
        return before + fibonacci(n - 1);
    }
}
