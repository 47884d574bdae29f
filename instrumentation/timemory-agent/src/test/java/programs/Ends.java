package programs;

/** Ends in one of the ways a program may end. */
public final class Ends {
    private Ends() {}

    static final class Last {
        static {
            System.exit(7);
        }

        static int never() {
            return 1;
        }
    }

    public static void main(String[] arguments) throws Exception {
        work();
        switch (arguments[0]) {
            case "exception" -> throw new IllegalStateException("uncaught");
            case "initialiser" -> Last.never();
            case "signal" -> {
                System.out.println("ready");
                // Through the shell: a program "kill" may be missing.
                new ProcessBuilder("sh", "-c", "kill -TERM " + ProcessHandle.current().pid()).start();
                Thread.sleep(Long.MAX_VALUE);
            }
            default -> throw new AssertionError(arguments[0]);
        }
    }

    private static int work() {
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += i;
        return sum;
    }
}
