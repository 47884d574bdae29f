package readme;

import java.util.concurrent.ArrayBlockingQueue;
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
}
