package programs;

/** Threads that get no context from another thread, while the main thread is inside other functions. */
public final class Workers {
    private Workers() {}

    public static void main(String[] arguments) throws InterruptedException {
        waitFor(new Thread(() -> Served.step(1)), new Thread(new Worker()));
    }

    private static void waitFor(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private static final class Worker implements Runnable {
        @Override
        public void run() {
            for (int i = 0; i < 3; i++) Served.step(i);
        }
    }
}
