package programs;

/** Overflows its stack and continues, many times. */
public final class Overflow {
    private static int deepest;

    private Overflow() {}

    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(null, Overflow::overflowAndGoOn, "small", 256 * 1024);
        thread.start();
        thread.join();
        System.out.println("went on");
    }

    private static void overflowAndGoOn() {
        for (int i = 0; i < 20; i++) {
            try {
                descend(0);
            } catch (StackOverflowError expected) {
                after(i);
            }
        }
    }

    private static int descend(int depth) {
        deepest = depth;
        int below = descend(depth + 1);
        return below + depth;
    }

    private static int after(int seed) {
        int sum = 0;
        for (int i = 0; i < seed; i++) sum += i;
        return sum;
    }
}
