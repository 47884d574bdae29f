package programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Calls a short function very often; then waits until the JVM's log, a file that is passed to it, says that its class was changed, and
 * calls the function again.
 */
public final class Throttled {
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);

    private Throttled() {}

    public static void main(String[] arguments) throws Exception {
        long sum = callOften();
        Path log = Path.of(arguments[0]);
        long end = System.nanoTime() + PATIENCE;
        while (!isChanged(log) && System.nanoTime() < end) Thread.sleep(20);
        System.out.println(sum + callOften());
    }

    private static boolean isChanged(Path log) throws IOException {
        return Files.exists(log) && Files.readString(log).contains("programs.Throttled");
    }

    private static long callOften() {
        long sum = 0;
        for (int i = 0; i < 50_000; i++) sum += brief(i);
        return sum;
    }

    static int brief(int seed) {
        int value = seed;
        for (int i = 0; i < 3; i++) value = value * 31 + i;
        return value & 7;
    }
}
