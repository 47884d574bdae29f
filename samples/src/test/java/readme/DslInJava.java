package readme;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.stream.IntStream;
import timemory.*;
import timemory.bundle.*;
import timemory.jvm.gotcha.GotchaType;

final class DslInJava {

    private static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(10);

    private DslInJava() {}

    private static int work() {
        return 1;
    }

    static final ComponentType<?> QUEUE_DEPTH = new ComponentBuilder("queue_depth", "Jobs waiting").sample(QUEUE::size).build();

    static final Bundle2<WallClock, ThreadCpuClock> TOOLS = Bundles.of(WallClock.class, ThreadCpuClock.class, builder -> builder
            .add(QUEUE_DEPTH)
            .optional(NumMajorPageFaults.TYPE)
            .userBundle("JOBS")
            .percentiles(50, 99));

    static final GotchaType<?> PACKING = GotchaType.of("packing", "Calls that compress")
            .wrap(Bundles.of(WallClock.class), "java.util.zip.Deflater.deflate");

    public static void main(String[] args) {
        SessionBuilder session = new SessionBuilder();
        session.setOutputPath("timemory-output");
        session.components(WallClock.TYPE, QUEUE_DEPTH);
        session.onThreadStart(() -> System.out.println("measuring " + Thread.currentThread().getName()));
        session.onSessionEnd(results -> System.out.println(results.getGraphs().size() + " components measured"));
        Timemory.init(session);
        Measured2<Integer, WallClock, ThreadCpuClock> lap = Bundles.measured(TOOLS, "work", () -> work());
        System.out.println(lap.getResult() + " took " + lap.getFirst().getSeconds() + " s");
        Timemory.finalize();
    }

    static double costOfOne(int calls) {
        WallClock wall = Bundles.measured(Bundles.of(WallClock.class), "calls", () -> work(calls)).getFirst();
        Arithmetic.divide(wall, calls); // also add, subtract and multiply; plus, minus, times and div return another object
        return wall.getSeconds();
    }

    private static int work(int calls) {
        return IntStream.range(0, calls).map(call -> work()).sum();
    }
}
