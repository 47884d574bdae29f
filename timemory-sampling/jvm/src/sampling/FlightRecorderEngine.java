package timemory.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.ThreadGraph;

/**
 * Samples by the JDK's own Flight Recorder. Each has the time at which it was taken, and is looked up in what its thread noted of its places
 * ({@link TimeLog}) when the recorder delivers it, within two seconds.
 *
 * <p>What has not been delivered when results are made is read from a recording of the last seconds: the stream may not be waited for, as the
 * recorder closes it at the end of the process, at the same time as results are made then. It writes such a recording first.
 *
 * <p>Virtual threads are sampled as such, and have a log each from when they borrow a graph to some seconds after their last change.
 */
final class FlightRecorderEngine implements SampleEngine {
    private static final String CPU_TIME = "jdk.CPUTimeSample";
    private static final String CPU_TIME_LOST = "jdk.CPUTimeSamplesLost";
    private static final String EXECUTION = "jdk.ExecutionSample";
    private static final String CLOCK = "timemory.ClockReading";
    private static final int CPU_TIME_SINCE = 25;

    /** How late a sample may come. */
    private static final Duration KEPT = Duration.ofSeconds(10);

    /** A sample, in contrast to other events. */
    private record Taken(Instant time, long thread) {}

    private final String event;
    private final long period;
    private final RecordingStream stream = new RecordingStream();
    private final Recording tail = new Recording();
    private final Map<Long, TimeLog> logs = new ConcurrentHashMap<>();

    /** The root of the session's places. */
    private volatile CallPath outside;
    private Path file;

    /** Guards what follows: the stream delivers on a thread of its own. */
    private final Object lock = new Object();
    private final SampledStacks stacks;
    private final Set<Taken> known = new HashSet<>();
    private final ArrayDeque<Taken> knownInOrder = new ArrayDeque<>();
    private long lost;

    /** Samples that came before the first reading of the clock. */
    private final ArrayDeque<RecordedEvent> early = new ArrayDeque<>();

    /** What is to be added to times of the recorder, in nanoseconds since 1970, for the monotonic clock. */
    private long offset;
    private boolean isClockKnown;
    private long narrowest = Long.MAX_VALUE;

    private FlightRecorderEngine(String event, int frequency, SampledStacks none) {
        this.event = event;
        this.stacks = none;
        this.period = 1_000_000_000L / frequency;
    }

    /** The engine with the best event that there is; {@code reasons} gets a sentence why it is not a better one. */
    static SampleEngine prepare(int frequency, SampledStacks none, boolean mayUseSignal, List<String> reasons) {
        boolean hasCpuTime = Runtime.version().feature() >= CPU_TIME_SINCE && System.getProperty("os.name").equals("Linux");
        if (!hasCpuTime) {
            reasons.add(CPU_TIME + " needs Java " + CPU_TIME_SINCE + " on Linux");
        } else if (!mayUseSignal) {
            reasons.add(CPU_TIME + " needs the signal SIGPROF, which async-profiler may have taken");
        }
        return new FlightRecorderEngine(hasCpuTime && mayUseSignal ? CPU_TIME : EXECUTION, frequency, none);
    }

    @Override
    public void start() throws IOException {
        if (event.equals(CPU_TIME)) {
            stream.enable(CPU_TIME).with("throttle", period + "ns");
            stream.enable(CPU_TIME_LOST);
            tail.enable(CPU_TIME).with("throttle", period + "ns");
        } else {
            // Not finer than the recorder allows; it says nothing of it.
            Duration each = Duration.ofNanos(Math.max(period, 1_000_000L));
            stream.enable(EXECUTION).withPeriod(each);
            tail.enable(EXECUTION).withPeriod(each);
        }
        stream.enable(ClockReading.class);
        tail.enable(ClockReading.class);
        stream.setReuse(false);
        stream.onEvent(CLOCK, this::clockRead);
        stream.onEvent(event, this::sampled);
        stream.onEvent(CPU_TIME_LOST, this::lose);
        stream.onFlush(ClockReading::commitNow);
        file = Files.createTempFile("timemory-samples-", ".jfr");
        file.toFile().deleteOnExit();
        tail.setMaxAge(KEPT);
        tail.setDestination(file);
        tail.setDumpOnExit(true);
        tail.start();
        ClockReading.commitNow();
        // Not startAsync: its thread would keep a program from ending.
        Thread delivery = new Thread(stream::start, "timemory-samples");
        delivery.setDaemon(true);
        delivery.start();
    }

    @Override
    public String name() {
        return "Flight Recorder, " + event;
    }

    @Override
    public long period() {
        return period;
    }

    @Override
    public long lost() {
        synchronized (lock) {
            return lost;
        }
    }

    @Override
    public void watch(ThreadGraph graph) {
        TimeLog log = new TimeLog(graph, graph.session.getPaths().getRoot());
        outside = log.outside;
        logs.put(log.thread, log);
        graph.watch = log;
    }

    private void lose(RecordedEvent losses) {
        synchronized (lock) {
            lost += losses.hasField("lostSamples") ? losses.getLong("lostSamples") : 1;
        }
    }

    private void clockRead(RecordedEvent reading) {
        synchronized (lock) {
            long window = reading.getLong("after") - reading.getLong("before");
            // Of several the one in which nothing came between, but not for long: clocks drift.
            if (window <= 2 * narrowest || !isClockKnown) {
                offset = reading.getLong("before") + window / 2 - nanoseconds(reading.getStartTime());
                isClockKnown = true;
            }
            narrowest = Math.min(narrowest, Math.max(1, window));
            for (RecordedEvent sample = early.poll(); sample != null; sample = early.poll()) {
                sampled(sample);
            }
            forget(reading.getStartTime().minus(KEPT).minus(KEPT));
        }
    }

    private static long nanoseconds(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** Lets go of what no sample that is to come needs: virtual threads come by the million. */
    private void forget(Instant before) {
        while (!knownInOrder.isEmpty() && knownInOrder.peek().time.isBefore(before)) {
            known.remove(knownInOrder.poll());
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

    private void attribute(RecordedEvent sample) {
        CallPath root = outside;
        if (root == null) {
            return; // no thread has measured anything
        }
        RecordedThread thread = sample.getThread(event.equals(CPU_TIME) ? "eventThread" : "sampledThread");
        Taken taken = new Taken(sample.getStartTime(), thread == null ? 0 : thread.getJavaThreadId());
        if (!known.add(taken)) {
            return;
        }
        knownInOrder.add(taken);
        List<String> stack = Stacks.functions(sample.getStackTrace());
        if (FramesInsideKt.isOfResults(stack)) {
            return;
        }
        TimeLog log = logs.get(taken.thread);
        CallPath path = log == null ? root : log.at(nanoseconds(taken.time) + offset);
        if (path == null) {
            lost++;
        } else {
            stacks.add(path, log == null ? 0 : log.number, stack, period);
        }
    }

    @Override
    public SampledStacks collect(boolean isEnd) throws IOException {
        ClockReading.commitNow();
        if (isEnd) {
            stop();
        } else {
            tail.dump(file);
        }
        readTail();
        if (isEnd) {
            Files.deleteIfExists(file);
        }
        synchronized (lock) {
            return stacks.copy();
        }
    }

    private void stop() {
        try {
            tail.stop(); // and writes it
        } catch (IllegalStateException stopped) {
            // The process ends, and the recorder has written it.
        }
        stream.close();
        tail.close();
    }

    private void readTail() throws IOException {
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        for (RecordedEvent one : events) {
            if (one.getEventType().getName().equals(CLOCK)) {
                clockRead(one);
            }
        }
        for (RecordedEvent one : events) {
            if (one.getEventType().getName().equals(event)) {
                sampled(one);
            }
        }
    }
}
