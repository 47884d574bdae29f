package timemory.sampling;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ThreadGraph;
import timemory.internal.problems.ProblemsKt;

/**
 * Samples with async-profiler, in-process. It writes Flight Recorder files, with times that exactly match those in the thread's word
 * ({@link CounterLog}). Each recorded event updates that word: for allocations and locks as well, with the time when the wait started.
 *
 * <p>The word is only written in that format, and read by a function that is not public: {@code Recording.getThreadLocalBuffer}, available
 * since 4.5.
 *
 * <p>Elapsed time is sampled by a profiler thread, which signals the others in turn. It must not batch samples of waiting threads ({@code
 * nobatch}), because those are recorded by another thread, and do not update the word. It samples the threads that have regions, or all of
 * them if the whole program is sampled.
 */
final class AsyncProfilerEngine implements SampleEngine {

    /** From here on the kernel's timers, with 100 to 1000 ticks per second, are too coarse, and perf_event is tried first. */
    private static final int FASTEST_TIMER = 100;

    /** The profiler's default stack depth. */
    private static final int DEPTH = 2048;

    private static final String TIMER = "ctimer";
    private static final String PERF = "cpu-clock";

    /** The functions of the profiler that are needed here. */
    interface Commands {
        String execute(String command) throws IOException;

        String version();

        /** Adds a thread to those sampled, if not all are. */
        void add(Thread thread);
    }

    private final Commands profiler;
    private final Method threadLocalBuffer;
    private final Rates rates;
    private final List<String> cpuEvents;
    private final boolean isWholeProgram;
    private final SamplesByPart samples;
    private final Queue<CounterLog> logs = new ConcurrentLinkedQueue<>();
    private final List<Path> files = new ArrayList<>();
    private final WallRounds rounds = new WallRounds();
    private volatile Set<SampleKind> kinds = Set.of();
    private volatile String cpuEvent = "";

    /** Why the preferred event is not used; empty if it is. */
    private volatile String against = "";

    AsyncProfilerEngine(Commands profiler, Method threadLocalBuffer, Rates rates, SamplesByPart samples, boolean isWholeProgram) {
        this.profiler = profiler;
        this.threadLocalBuffer = threadLocalBuffer;
        this.rates = rates;
        this.cpuEvents = rates.frequency() <= FASTEST_TIMER ? List.of(TIMER, PERF) : List.of(PERF, TIMER);
        this.samples = samples;
        this.isWholeProgram = isWholeProgram;
    }

    /**
     * Loads the profiler's library.
     *
     * @param isWholeProgram whether the elapsed time of threads without regions is sampled
     * @throws IllegalStateException with a sentence that gives the reason if that is impossible
     */
    static AsyncProfilerEngine prepare(Rates rates, SamplesByPart samples, boolean isWholeProgram) {
        return new AsyncProfilerEngine(commands(instance()), bufferFunction(), rates, samples, isWholeProgram);
    }

    private static Commands commands(AsyncProfiler profiler) {
        return new Commands() {
            @Override
            public String execute(String command) throws IOException {
                return profiler.execute(command);
            }

            @Override
            public String version() {
                return profiler.getVersion();
            }

            @Override
            public void add(Thread thread) {
                profiler.addThread(thread);
            }
        };
    }

    private static AsyncProfiler instance() {
        try {
            return AsyncProfiler.getInstance();
        } catch (IllegalStateException | UnsupportedOperationException | LinkageError failure) {
            throw new IllegalStateException("async-profiler cannot load its library: " + failure.getMessage()
                    + " (-Done.profiler.extractPath=... names a folder to unpack it to, which must not be mounted noexec;"
                    + " -Done.profiler.libraryPath=... the library itself)", failure);
        }
    }

    private static Method bufferFunction() {
        try {
            Method function = Class.forName("one.profiler.Recording", true, AsyncProfiler.class.getClassLoader())
                    .getDeclaredMethod("getThreadLocalBuffer");
            function.setAccessible(true);
            return function;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError exception) {
            throw new IllegalStateException("async-profiler is older than 4.5, or does not count samples per thread", exception);
        }
    }

    @Override
    public @Nullable String whyNot(SampleKind kind) {
        return null;
    }

    @Override
    public synchronized void start(Set<SampleKind> kinds) throws IOException {
        this.kinds = kinds;
        begin();
    }

    @Override
    public synchronized void extend(Set<SampleKind> kinds) throws IOException {
        Set<SampleKind> before = this.kinds;
        profiler.execute("stop");
        this.kinds = kinds;
        try {
            begin();
        } catch (IllegalStateException | IOException exception) {
            this.kinds = before;
            begin();
            throw exception;
        }
    }

    /** Starts another recording. */
    private void begin() throws IOException {
        Path file = SampleFile.create();
        List<String> refusals = new ArrayList<>();
        for (String candidate : kinds.contains(SampleKind.CPU) ? cpuEvents : List.of("")) {
            try {
                profiler.execute(command(candidate, file));
                cpuEvent = candidate;
                against = String.join("; ", refusals);
                files.add(file);
                if (isFiltered()) {
                    logs.forEach(this::addToFilter);
                }
                return;
            } catch (IllegalStateException | IllegalArgumentException | IOException failure) {
                refusals.add((candidate.isEmpty() ? "" : candidate + ": ") + failure.getMessage());
            }
        }
        Files.deleteIfExists(file);
        throw new IllegalStateException("async-profiler did not start: " + refusals.get(0));
    }

    private String command(String event, Path file) {
        if (file.toString().matches(".*[,%].*")) {
            throw new IllegalArgumentException("a comma or a percent sign in the path of its file, '" + file
                    + "', is not allowed: choose another folder with -Djava.io.tmpdir=...");
        }
        StringBuilder command = new StringBuilder("start,jfr");
        if (!event.isEmpty()) {
            command.append(",event=").append(event).append(",interval=").append(period(SampleKind.CPU, event)).append("ns");
            // Without privileges, perf_event may sample the program, but not the kernel.
            if (event.equals(PERF)) command.append(",alluser");
        }
        if (kinds.contains(SampleKind.WALL)) command.append(",wall=").append(rates.period()).append("ns,nobatch");
        if (isFiltered()) command.append(",filter");
        if (kinds.contains(SampleKind.ALLOC)) command.append(",alloc=").append(rates.allocated());
        if (kinds.contains(SampleKind.LOCK)) command.append(",lock=").append(rates.waited()).append("ns");
        return command.append(",file=").append(file).toString();
    }

    private boolean isFiltered() {
        return kinds.contains(SampleKind.WALL) && !isWholeProgram;
    }

    private void addToFilter(CounterLog log) {
        Thread owner = log.owner();
        if (owner != null) profiler.add(owner);
    }

    @Override
    public String name() {
        String event = cpuEvent.isEmpty() ? "" : ", " + cpuEvent;
        return "async-profiler " + profiler.version() + event + (against.isEmpty() ? "" : " (" + against + ")");
    }

    @Override
    public long period(SampleKind kind) {
        return period(kind, cpuEvent);
    }

    /** Returns the actual period: the kernel's timers cannot be faster than its ticks, and values would be too small otherwise. */
    private long period(SampleKind kind, String event) {
        return switch (kind) {
            case CPU -> event.equals(TIMER) ? Math.max(rates.period(), 1_000_000_000L / FASTEST_TIMER) : rates.period();
            case WALL -> rates.period();
            case ALLOC -> rates.allocated();
            case LOCK -> rates.waited();
        };
    }

    @Override
    public int depth() {
        return DEPTH;
    }

    @Override
    public long lateness() {
        return 0;
    }

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public synchronized @Nullable String shortfall() {
        return rounds.shortfall(rates.period());
    }

    @Override
    public void watch(ThreadGraph graph) {
        if (graph.isLeased) {
            // The word belongs to the carrier thread, which can change at each park.
            ProblemsKt.activeProblems().report("samples.virtual",
                    "async-profiler's samples of virtual threads are not assigned to regions: use TIMEMORY_SAMPLING_ENGINE=jfr");
            return;
        }
        try {
            ByteBuffer word = (ByteBuffer) threadLocalBuffer.invoke(null);
            if (word == null) {
                return;
            }
            CounterLog log = new CounterLog(graph, word);
            logs.add(log);
            Watches.setSampledBy(graph, log);
            if (isFiltered()) {
                addToFilter(log);
            }
        } catch (ReflectiveOperationException failure) {
            ProblemsKt.activeProblems().report("samples.word", "async-profiler does not report when it samples a thread: " + failure);
        }
    }

    /**
     * A recording can be read only after it has ended: if the session continues, another one is started, and the time in between is not
     * sampled.
     */
    @Override
    public synchronized Samples collect(boolean isEnd) throws IOException {
        profiler.execute("stop");
        try {
            attribute();
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            files.clear();
            if (!isEnd) {
                begin();
            }
        }
        return samples.ofProcess();
    }

    private void attribute() throws IOException {
        Map<Long, Stays> stays = new HashMap<>();
        Set<CounterLog> over = new HashSet<>();
        for (CounterLog log : logs) {
            Thread owner = log.owner();
            if (owner == null || !owner.isAlive()) over.add(log);
            stays.put(log.thread, new Stays(log));
        }
        for (Path file : files) {
            try (RecordingFile recording = new RecordingFile(file)) {
                while (recording.hasMoreEvents()) {
                    attribute(recording.readEvent(), stays);
                }
            }
        }
        stays.values().forEach(Stays::forget);
        logs.removeAll(over);
    }

    private void attribute(RecordedEvent event, Map<Long, Stays> stays) {
        SampleKind kind = kindOf(event);
        if (kind == null) {
            return;
        }
        List<String> stack = Stacks.functions(event.getStackTrace());
        if (FramesInsideKt.isOfResults(stack)) {
            return;
        }
        RecordedThread thread = event.getThread(event.hasField("sampledThread") ? "sampledThread" : "eventThread");
        Stays of = thread == null ? null : stays.get(thread.getJavaThreadId());
        if (of == null && kind == SampleKind.WALL && !Stacks.isOfProgram(event.getStackTrace(), stack)) {
            return;
        }
        CallPath path = of == null ? SampledStacksKt.getOUTSIDE() : of.at(event.getLong("startTime"));
        if (kind == SampleKind.WALL && thread != null) {
            rounds.add(thread.getId(), event.getStartTime());
        }
        samples.add(kind, path, of == null ? 0 : of.number, stack, weightOf(event, kind), stack.size() >= DEPTH);
    }

    /** {@code null} for events that are not samples. */
    private static @Nullable SampleKind kindOf(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            // CPU samples do not record the thread's state.
            case "jdk.ExecutionSample" -> "STATE_DEFAULT".equals(event.getString("state")) ? SampleKind.CPU : SampleKind.WALL;
            case "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB" -> SampleKind.ALLOC;
            case Locks.MONITOR, Locks.PARK -> SampleKind.LOCK;
            default -> null;
        };
    }

    private long weightOf(RecordedEvent event, SampleKind kind) {
        return switch (kind) {
            case CPU, WALL -> period(kind);
            case ALLOC -> event.getLong(event.hasField("tlabSize") ? "tlabSize" : "allocationSize");
            // A shorter wait is recorded when the waits since the last one reach an interval.
            case LOCK -> Math.max(event.getDuration().toNanos(), rates.waited());
        };
    }

    /** The entries of a {@link CounterLog} in time order. */
    private static final class Stays {
        final int number;
        private final CallPath now;
        private final List<CounterLog.Stay> stays = new ArrayList<>();

        Stays(CounterLog log) {
            number = log.number;
            now = log.placeNow();
            for (CounterLog.Stay stay = log.stays(); stay != null; stay = stay.earlier) {
                stays.add(stay);
            }
            Collections.reverse(stays);
        }

        /** Drops entries whose samples have been read, because a program may be sampled for days. */
        void forget() {
            if (!stays.isEmpty()) stays.get(stays.size() - 1).earlier = null;
        }

        /** Returns the thread's call path at {@code time}, by the profiler's clock. */
        CallPath at(long time) {
            int low = 0;
            int high = stays.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (stays.get(middle).time < time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < stays.size() ? stays.get(low).path : now;
        }
    }
}
