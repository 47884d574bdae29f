package timemory.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.EventSettings;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ThreadGraph;
import timemory.internal.platform.SystemEnvironment;

/**
 * Samples with the JDK's own Flight Recorder. Each sample has a time, and is looked up in its thread's log of call paths ({@link TimeLog})
 * when the recorder delivers it, within two seconds.
 *
 * <p>Samples that have not been delivered when results are collected are read from a recording of the last seconds. The stream must not be
 * waited for, because the recorder closes it at process exit, at the same time as results are collected then; it writes such a recording
 * first.
 *
 * <p>Other recordings may run at the same time: an event enabled by two of them has the more demanding settings. The weight of a sample is
 * therefore taken from the event if it has one, and otherwise determined from all recordings.
 *
 * <p>Virtual threads are sampled as such, and have a log from when they borrow a graph until some seconds after their last change.
 */
final class FlightRecorderEngine implements SampleEngine {
    static final String NO_WALL = "elapsed time is sampled by async-profiler only: the Flight Recorder samples running threads";

    private static final String CPU_TIME = "jdk.CPUTimeSample";
    private static final String CPU_TIME_LOST = "jdk.CPUTimeSamplesLost";
    private static final String EXECUTION = "jdk.ExecutionSample";
    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final String CLOCK = "timemory.ClockReading";
    private static final int CPU_TIME_SINCE = 25;

    /** The maximum rate of recorded allocation samples: each stands for what was allocated since the previous one. */
    private static final String ALLOCATIONS = "1000/s";

    /** The maximum delay of a sample. */
    private static final Duration KEPT = Duration.ofSeconds(10);

    /** The usual delay of a sample: the recorder delivers once a second. */
    private static final Duration DELIVERED = Duration.ofSeconds(3);

    /** The JVM's default stack depth. */
    private static final int DEPTH = 64;

    /**
     * Identifies a sample: {@code ticks} is the recorder's own clock, because the time of the same event differs by some hundred
     * nanoseconds when it is read from a file.
     */
    private record Taken(@Nullable SampleKind kind, long ticks, long thread) {}

    private record Known(Taken taken, Instant time) {}

    private final String cpuEvent;
    private final Rates rates;
    private final RecordingStream stream = new RecordingStream();
    private final Recording tail = new Recording();
    private final Map<Long, TimeLog> logs = new ConcurrentHashMap<>();

    /** The file written at the end, and a separate one for dumps before that, because a failed dump leaves an empty file. */
    @SuppressWarnings("NullAway.Init") // set by start
    private Path file;

    @SuppressWarnings("NullAway.Init")
    private Path soFar;

    /** Guards the fields below: the stream delivers on a thread of its own. */
    private final Object lock = new Object();
    private final SamplesByPart samples;
    private final Set<SampleKind> kinds = EnumSet.noneOf(SampleKind.class);
    private final Set<Taken> known = new HashSet<>();
    private final ArrayDeque<Known> knownInOrder = new ArrayDeque<>();
    private long lost;
    private long period;

    /** Samples that arrived before the first clock reading. */
    private final ArrayDeque<RecordedEvent> early = new ArrayDeque<>();

    /** Converts the recorder's times, in nanoseconds since 1970, to the monotonic clock when added to them. */
    private long offset;
    private boolean isClockKnown;
    private long narrowest = Long.MAX_VALUE;

    private FlightRecorderEngine(String cpuEvent, Rates rates, SamplesByPart samples) {
        this.cpuEvent = cpuEvent;
        this.rates = rates;
        this.samples = samples;
        this.period = cpuEvent.equals(CPU_TIME) ? rates.period() : executionPeriod();
    }

    /** Returns the period, limited to the recorder's minimum, which it applies silently. */
    private long executionPeriod() {
        return Math.max(rates.period(), 1_000_000L);
    }

    /**
     * Returns the engine with the best available event, {@code null} if there is none; {@code reasons} receives a sentence why it is not a
     * better one.
     */
    static @Nullable SampleEngine prepare(Rates rates, SamplesByPart samples, boolean mayUseSignal, List<String> reasons) {
        if (!FlightRecorder.isAvailable()) {
            reasons.add("the Flight Recorder is disabled in this JVM (by -XX:-FlightRecorder, or when it was built)");
            return null;
        }
        boolean hasCpuTime = Runtime.version().feature() >= CPU_TIME_SINCE && "Linux".equals(SystemEnvironment.property("os.name"));
        boolean isFree = mayUseSignal && (!ProfilingSignal.isTaken() || hasCpuTime && OtherRecordings.have(CPU_TIME));
        if (!hasCpuTime) {
            reasons.add(CPU_TIME + " needs Java " + CPU_TIME_SINCE + " on Linux");
        } else if (!mayUseSignal) {
            reasons.add(CPU_TIME + " needs the signal SIGPROF, which async-profiler may have taken");
        } else if (!isFree) {
            reasons.add(CPU_TIME + " needs the signal SIGPROF, which this process already handles");
        }
        return new FlightRecorderEngine(hasCpuTime && isFree ? CPU_TIME : EXECUTION, rates, samples);
    }

    @Override
    public @Nullable String whyNot(SampleKind kind) {
        return kind == SampleKind.WALL ? NO_WALL : null;
    }

    @Override
    public void start(Set<SampleKind> kinds) throws IOException {
        extend(kinds);
        stream.enable(ClockReading.class);
        tail.enable(ClockReading.class);
        stream.setReuse(false);
        stream.onEvent(CLOCK, this::clockRead);
        stream.onEvent(cpuEvent, this::sampled);
        stream.onEvent(CPU_TIME_LOST, this::lose);
        stream.onEvent(ALLOCATION, this::sampled);
        Locks.EVENTS.forEach(event -> stream.onEvent(event, this::sampled));
        stream.onFlush(ClockReading::commitNow);
        file = SampleFile.create();
        soFar = SampleFile.create();
        tail.setMaxAge(KEPT);
        tail.setDestination(file);
        tail.setDumpOnExit(true);
        tail.start();
        ClockReading.commitNow();
        // Not startAsync, whose thread would keep a program from ending.
        Thread delivery = new Thread(stream::start, "timemory-samples");
        delivery.setDaemon(true);
        delivery.start();
    }

    @Override
    public void extend(Set<SampleKind> wanted) {
        Set<SampleKind> further;
        synchronized (lock) {
            further = EnumSet.copyOf(wanted);
            further.removeAll(kinds);
            kinds.addAll(further);
        }
        for (SampleKind kind : further) {
            switch (kind) {
                case CPU -> enableCpu();
                case ALLOC -> enable(ALLOCATION, "throttle", ALLOCATIONS);
                case LOCK -> Locks.EVENTS.forEach(event -> enable(event, "threshold", rates.waited() + " ns"));
                case WALL -> throw new IllegalArgumentException(NO_WALL);
            }
        }
    }

    private void enableCpu() {
        if (cpuEvent.equals(CPU_TIME)) {
            enable(CPU_TIME, "throttle", period + "ns");
            stream.enable(CPU_TIME_LOST);
            tail.enable(CPU_TIME_LOST);
        } else {
            enable(EXECUTION, "period", period + " ns");
        }
    }

    private void enable(String event, String setting, String value) {
        enable(stream.enable(event), setting, value);
        enable(tail.enable(event), setting, value);
    }

    /** For locks and allocations, the stack is the most important information. */
    private static void enable(EventSettings event, String setting, String value) {
        event.with(setting, value);
        event.withStackTrace();
    }

    @Override
    public String name() {
        synchronized (lock) {
            return "Flight Recorder" + (kinds.contains(SampleKind.CPU) ? ", " + cpuEvent : "");
        }
    }

    @Override
    public long period(SampleKind kind) {
        synchronized (lock) {
            return switch (kind) {
                case CPU -> period;
                case LOCK -> rates.waited();
                default -> 0;
            };
        }
    }

    @Override
    public int depth() {
        return DEPTH;
    }

    @Override
    public long lateness() {
        return DELIVERED.toNanos();
    }

    @Override
    public long lost() {
        synchronized (lock) {
            return lost;
        }
    }

    @Override
    public @Nullable String shortfall() {
        synchronized (lock) {
            return LostSamples.sentence(lost, samples.size(SampleKind.CPU));
        }
    }

    @Override
    public void watch(ThreadGraph graph) {
        TimeLog log = new TimeLog(graph);
        logs.put(log.thread, log);
        Watches.setSampledBy(graph, log);
    }

    private void lose(RecordedEvent losses) {
        synchronized (lock) {
            RecordedThread thread = losses.getThread();
            // The stream and the final recording both have this event; it is distinguished from a sample by its missing kind.
            Taken told = new Taken(null, losses.getLong("startTime"), thread == null ? 0 : thread.getJavaThreadId());
            if (!known.add(told)) {
                return;
            }
            knownInOrder.add(new Known(told, losses.getEndTime()));
            lost += losses.hasField("lostSamples") ? losses.getLong("lostSamples") : 1;
        }
    }

    private void clockRead(RecordedEvent reading) {
        synchronized (lock) {
            long window = reading.getLong("after") - reading.getLong("before");
            // Uses the narrowest window of several, but not for long, because clocks drift.
            if (window <= 2 * narrowest || !isClockKnown) {
                offset = reading.getLong("before") + window / 2 - nanoseconds(reading.getStartTime());
                isClockKnown = true;
            }
            narrowest = Math.min(narrowest, Math.max(1, window));
            if (cpuEvent.equals(EXECUTION) && kinds.contains(SampleKind.CPU)) {
                period = OtherRecordings.shortestPeriod(EXECUTION, executionPeriod());
            }
            for (RecordedEvent sample = early.poll(); sample != null; sample = early.poll()) {
                sampled(sample);
            }
            forget(reading.getStartTime().minus(KEPT).minus(KEPT));
        }
    }

    private static long nanoseconds(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** Drops what later samples cannot need: there may be millions of virtual threads. */
    private void forget(Instant before) {
        while (!knownInOrder.isEmpty() && knownInOrder.peek().time.isBefore(before)) {
            known.remove(knownInOrder.poll().taken);
        }
        long time = nanoseconds(before) + offset;
        Iterator<TimeLog> each = logs.values().iterator();
        while (each.hasNext()) {
            if (each.next().isOver(time)) {
                each.remove();
            }
        }
    }

    private void sampled(RecordedEvent sample) {
        synchronized (lock) {
            if (isClockKnown) {
                attribute(sample);
            } else {
                early.add(sample);
            }
        }
    }

    private SampleKind kindOf(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case ALLOCATION -> SampleKind.ALLOC;
            case Locks.MONITOR, Locks.PARK -> SampleKind.LOCK;
            default -> SampleKind.CPU;
        };
    }

    private void attribute(RecordedEvent sample) {
        SampleKind kind = kindOf(sample);
        // Other recordings may request shorter waits.
        if (!kinds.contains(kind)
                || kind == SampleKind.LOCK && (sample.getDuration().toNanos() < rates.waited() || !Locks.isLock(sample))) {
            return;
        }
        RecordedThread thread = sample.getThread(sample.hasField("sampledThread") ? "sampledThread" : "eventThread");
        Taken taken = new Taken(kind, sample.getLong("startTime"), thread == null ? 0 : thread.getJavaThreadId());
        if (!known.add(taken)) {
            return;
        }
        // The time it was recorded: a wait may have started long before.
        knownInOrder.add(new Known(taken, sample.getEndTime()));
        List<String> stack = Stacks.functions(sample.getStackTrace());
        if (FramesInsideKt.isOfResults(stack)) {
            return;
        }
        TimeLog log = logs.get(taken.thread);
        CallPath path = log == null ? SampledStacksKt.getOUTSIDE() : log.at(nanoseconds(sample.getStartTime()) + offset);
        if (path == null) {
            lost++;
        } else {
            boolean isCut = sample.getStackTrace() != null && sample.getStackTrace().isTruncated();
            samples.add(kind, path, log == null ? 0 : log.number, stack, weightOf(sample, kind), isCut);
        }
    }

    private long weightOf(RecordedEvent sample, SampleKind kind) {
        return switch (kind) {
            case ALLOC -> sample.getLong("weight");
            case LOCK -> sample.getDuration().toNanos();
            default -> sample.hasField("samplingPeriod") ? sample.getDuration("samplingPeriod").toNanos() : period;
        };
    }

    @Override
    public Samples collect(boolean isEnd) throws IOException {
        ClockReading.commitNow();
        if (!isEnd) {
            readTail(dump() ? soFar : file);
            return samples.ofProcess();
        }
        stop();
        readTail(file);
        Files.deleteIfExists(file);
        Files.deleteIfExists(soFar);
        return samples.ofProcess();
    }

    private void stop() {
        try {
            tail.stop(); // and writes it
        } catch (IllegalStateException ignored) {
            // The process is ending, and the recorder has already written the tail.
        }
        stream.close();
        tail.close();
    }

    /**
     * Returns whether the samples so far could be written; not when the process is ending, because the recorder has then written them
     * itself.
     */
    private boolean dump() throws IOException {
        try {
            tail.dump(soFar);
            return true;
        } catch (IOException | IllegalStateException failure) {
            if (tail.getState() != RecordingState.CLOSED && tail.getState() != RecordingState.STOPPED) throw failure;
            return false;
        }
    }

    private void readTail(Path file) throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        for (RecordedEvent one : events) {
            if (one.getEventType().getName().equals(CLOCK)) {
                clockRead(one);
            }
        }
        for (RecordedEvent one : events) {
            if (isSample(one.getEventType().getName())) {
                sampled(one);
            } else if (one.getEventType().getName().equals(CPU_TIME_LOST)) {
                lose(one);
            }
        }
    }

    private boolean isSample(String event) {
        return event.equals(cpuEvent) || event.equals(ALLOCATION) || Locks.EVENTS.contains(event);
    }
}
