package sampled;

import one.profiler.AsyncProfiler;
import one.profiler.Counter;

/** A program that has started async-profiler itself, and is measured as well. */
public final class OtherProfiler {
    private OtherProfiler() {}

    public static void main(String[] arguments) throws Exception {
        AsyncProfiler own = AsyncProfiler.getInstance();
        own.execute("start,event=ctimer,interval=10ms");
        ThreeLeaves.main(arguments);
        own.execute("stop");
        System.out.println("own=" + own.dumpCollapsed(Counter.SAMPLES).contains("sampled/Leaves.alpha"));
    }
}
