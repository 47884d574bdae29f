package samples;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.context.ContextPropagation;
import timemory.OpenRegion;
import timemory.WallClock;

/**
 * Virtual threads (Java 21 and later): answers many requests, each in its own virtual thread, which waits for a database.
 *
 * <p>What to look for:
 *
 * <ul>
 *   <li>{@code request} is under {@code serve}, which submitted it, and has one lap for each request, as does {@code look up}, whichever
 *       carrier threads they ended on; {@code render} has one for each request that found something, two out of three;
 *   <li>all requests together took far more time than {@code serve}: they ran concurrently;
 *   <li>memory use stays low, even with a million requests: virtual threads borrow the few call graphs they need.
 * </ul>
 */
public final class Requests {

    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    private Requests() {}

    /** Answers {@code count} requests and returns how many bytes of answers there were. */
    static long serve(int count) {
        AtomicLong bytes = new AtomicLong();
        try (OpenRegion serve = TOOLS.open("serve");
                ExecutorService threads = ContextPropagation.executorService(Executors.newVirtualThreadPerTaskExecutor())) {
            for (int i = 0; i < count; i++) {
                int request = i;
                threads.execute(() -> TOOLS.run("request", () -> bytes.addAndGet(answer(request))));
            }
        }
        return bytes.get();
    }

    private static int answer(int request) {
        String row = TOOLS.get("look up", () -> lookUp(request));
        return row == null ? 0 : TOOLS.get("render", () -> ("<li>" + row + "</li>").length());
    }

    /** Simulates a database: the thread waits, and its carrier does other work. */
    private static String lookUp(int request) {
        try {
            Thread.sleep(1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return request % 3 == 0 ? null : "row " + request;
    }

    /** Argument: the number of requests, by default 100,000. */
    public static void main(String[] arguments) {
        int count = arguments.length == 0 ? 100_000 : Integer.parseInt(arguments[0]);
        System.out.println(count + " requests answered with " + serve(count) + " bytes");
    }
}
