package timemory.sampling;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import one.profiler.AsyncProfiler;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ThreadGraph;
import timemory.internal.problems.ProblemsKt;

/**
 * Samples by async-profiler, within the process. They come in a file of the Flight Recorder's format, with times that are those of the
 * thread's word ({@link CounterLog}) to the tick.
 *
 * <p>The word is only written for that format, and read by a function that is not public: {@code Recording.getThreadLocalBuffer}, there
 * since 4.5.
 */
final class AsyncProfilerEngine implements SampleEngine {

    /** From here on the timers of the kernel, which tick 100 to 1000 times a second, are too coarse, and perf_event is asked first. */
    private static final int FASTEST_TIMER = 100;

    private final AsyncProfiler profiler;
    private final Method threadLocalBuffer;
    private final List<String> events;
    private final long period;
    private final SampledStacks all;
    private volatile String event;
    private Path file;
    private final Queue<CounterLog> logs = new ConcurrentLinkedQueue<>();

    private AsyncProfilerEngine(AsyncProfiler profiler, Method threadLocalBuffer, int frequency, SampledStacks none) {
        this.profiler = profiler;
        this.threadLocalBuffer = threadLocalBuffer;
        this.events = frequency <= FASTEST_TIMER ? List.of("ctimer", "cpu-clock") : List.of("cpu-clock", "ctimer");
        this.event = events.get(0);
        this.period = 1_000_000_000L / frequency;
        this.all = none;
    }

    /**
     * The engine, which has loaded its library.
     *
     * @throws IllegalStateException with a sentence why that is not possible
     */
    static AsyncProfilerEngine prepare(int frequency, SampledStacks none) {
        return new AsyncProfilerEngine(instance(), bufferFunction(), frequency, none);
    }

    @Override
    public void start() throws IOException {
        file = Files.createTempFile("timemory-samples-", ".jfr");
        file.toFile().deleteOnExit();
        String reason = null;
        for (String candidate : events) {
            // Without privilege, perf_event may look at the program, but not at the kernel.
            String filter = candidate.equals("cpu-clock") ? ",alluser" : "";
            try {
                profiler.execute("start,jfr,event=" + candidate + filter + ",interval=" + period + "ns,file=" + file);
                event = candidate;
                return;
            } catch (IllegalStateException | IllegalArgumentException | IOException refused) {
                reason = reason == null ? refused.getMessage() : reason;
            }
        }
        Files.deleteIfExists(file);
        throw new IllegalStateException("async-profiler does not start: " + reason);
    }

    private static AsyncProfiler instance() {
        try {
            return AsyncProfiler.getInstance();
        } catch (IllegalStateException | LinkageError failure) {
            throw new IllegalStateException("async-profiler cannot load its library: " + failure.getMessage(), failure);
        }
    }

    private static Method bufferFunction() {
        try {
            Method function = Class.forName("one.profiler.Recording", true, AsyncProfiler.class.getClassLoader())
                    .getDeclaredMethod("getThreadLocalBuffer");
            function.setAccessible(true);
            return function;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError absent) {
            throw new IllegalStateException("async-profiler is older than 4.5, or has no counter of samples for each thread", absent);
        }
    }

    @Override
    public String name() {
        return "async-profiler " + profiler.getVersion() + ", " + event;
    }

    @Override
    public long period() {
        return period;
    }

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public void watch(ThreadGraph graph) {
        if (graph.isLeased) {
            // The word is that of the carrier, which may be another one after each park.
            ProblemsKt.activeProblems().report("cpu_samples.virtual",
                    "samples of virtual threads count at no region where async-profiler takes them: TIMEMORY_SAMPLING_ENGINE=jfr knows them");
            return;
        }
        try {
            ByteBuffer word = (ByteBuffer) threadLocalBuffer.invoke(null);
            if (word == null) {
                return;
            }
            CounterLog log = new CounterLog(graph, word);
            logs.add(log);
            graph.watch = log;
        } catch (ReflectiveOperationException failure) {
            ProblemsKt.activeProblems().report("cpu_samples.word", "async-profiler does not say when it samples a thread: " + failure);
        }
    }

    /** A recording can be read once it has ended: where the session goes on, another one begins, and the moment between is not sampled. */
    @Override
    public synchronized SampledStacks collect(boolean isEnd) throws IOException {
        profiler.execute("stop");
        try {
            attribute();
        } finally {
            Files.deleteIfExists(file);
            if (!isEnd) {
                start();
            }
        }
        return all.copy();
    }

    private void attribute() throws IOException {
        Map<Long, Stays> stays = new HashMap<>();
        CallPath outside = null;
        for (CounterLog log : logs) {
            outside = log.outside;
            stays.put(log.thread, new Stays(log));
        }
        if (outside == null) {
            return; // no thread measured anything
        }
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (!event.getEventType().getName().equals("jdk.ExecutionSample")) {
                    continue;
                }
                List<String> stack = Stacks.functions(event.getStackTrace());
                if (FramesInsideKt.isOfResults(stack)) {
                    continue;
                }
                RecordedThread thread = event.getThread("sampledThread");
                Stays of = thread == null ? null : stays.get(thread.getJavaThreadId());
                CallPath path = of == null ? outside : of.at(event.getLong("startTime"));
                all.add(path, of == null ? 0 : of.number, stack, period);
            }
        }
    }

    /** What a {@link CounterLog} has, in the order of time. */
    private static final class Stays {
        final int number;
        private final CallPath now;
        private final List<CounterLog.Stay> stays = new ArrayList<>();

        Stays(CounterLog log) {
            number = log.number;
            now = log.placeNow();
            for (CounterLog.Stay stay = log.stays(); stay != null; stay = stay.earlier()) {
                stays.add(stay);
            }
            Collections.reverse(stays);
        }

        /** Where the thread stood at {@code time}, by the profiler's clock. */
        CallPath at(long time) {
            int low = 0;
            int high = stays.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (stays.get(middle).time() < time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < stays.size() ? stays.get(low).path() : now;
        }
    }
}
