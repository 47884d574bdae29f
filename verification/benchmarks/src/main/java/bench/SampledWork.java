package bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import one.profiler.AsyncProfiler;
import one.profiler.Counter;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.sampling.SamplingProperties;
import timemory.sampling.interval.SamplerProperties;
import timemory.settings.SettingsBuilder;

/**
 * A fixed amount of work in three functions, within regions of a few tenths of a millisecond, sampled by the tool that the argument names:
 * none, timemory, timemory-1000 (per second), timemory-jfr, async-profiler, jfr; or interval, which reads two components every 10 ms.
 * Prints the CPU time of the process for it, excluding the start and the end of sampling, and the share of samples found in each function.
 */
public final class SampledWork {
    private static final Bundle1<WallClock> REGION = Bundles.of(WallClock.class);
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int ROUNDS = 6_000;
    private static volatile double sink;

    private SampledWork() {}

    /** The name of the sampling tool. */
    public static void main(String[] arguments) throws Exception {
        String sampler = arguments[0];
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        if (sampler.startsWith("timemory")) SamplingProperties.setSampling(settings, "cpu");
        if (sampler.equals("timemory-1000")) SamplingProperties.setSamplingFreq(settings, 1000);
        if (sampler.equals("timemory-jfr")) SamplingProperties.setSamplingEngine(settings, "jfr");
        if (sampler.equals("interval")) {
            SamplerProperties.setSamplerComponents(settings, "page_rss,cpu_clock");
            SamplerProperties.setSamplerInterval(settings, "10ms");
        }
        Timemory.init(settings);
        Path file = Files.createTempFile("work", ".jfr");
        Recording recording = null;
        if (sampler.equals("async-profiler")) AsyncProfiler.getInstance().execute("start,event=ctimer,interval=10ms");
        if (sampler.equals("jfr")) {
            recording = new Recording();
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.start();
        }
        work(ROUNDS / 4);
        long begin = SYSTEM.getProcessCpuTime();
        work(ROUNDS);
        System.out.println("time\t" + (SYSTEM.getProcessCpuTime() - begin));
        Map<String, Long> functions = new TreeMap<>();
        if (sampler.startsWith("timemory")) count(Timemory.finalize().get("cpu_samples"), functions);
        if (sampler.equals("async-profiler")) {
            AsyncProfiler.getInstance().execute("stop");
            AsyncProfiler.getInstance().dumpCollapsed(Counter.SAMPLES).lines().forEach(line -> count(line, functions));
        }
        if (recording != null) {
            recording.stop();
            recording.dump(file);
            count(file, functions);
        }
        Files.delete(file);
        long all = functions.values().stream().mapToLong(count -> count).sum();
        functions.forEach((name, count) -> System.out.println("percent in " + name + "\t" + 100.0 * count / all));
    }

    private static void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            REGION.run("a", () -> {
                alpha(150_000);
                REGION.run("b", () -> {
                    beta(75_000);
                    REGION.run("c", () -> gamma(37_500));
                });
            });
        }
    }

    private static void alpha(int steps) {
        double x = 1;
        for (int i = 0; i < steps; i++) x += Math.sqrt(x + i);
        sink = x;
    }

    private static void beta(int steps) {
        double x = 1;
        for (int i = 0; i < steps; i++) x += Math.sqrt(x * i + 1);
        sink = x;
    }

    private static void gamma(int steps) {
        double x = 1;
        for (int i = 0; i < steps; i++) x += Math.sqrt(x - i * 0.5 + steps);
        sink = x;
    }

    private static void add(String function, long count, Map<String, Long> functions) {
        for (String name : new String[] {"alpha", "beta", "gamma"}) {
            if (function.endsWith("SampledWork." + name)) functions.merge(name, count, Long::sum);
        }
    }

    private static void count(CallGraph graph, Map<String, Long> functions) {
        for (var nodes = graph.nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            add(node.getLabel(), node.getInclusive().getLaps(), functions);
        }
    }

    /** A line of collapsed stacks. */
    private static void count(String line, Map<String, Long> functions) {
        int space = line.lastIndexOf(' ');
        String[] frames = line.substring(0, space).split(";");
        add(frames[frames.length - 1].replace('/', '.'), Long.parseLong(line.substring(space + 1)), functions);
    }

    private static void count(Path recording, Map<String, Long> functions) throws Exception {
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (!event.getEventType().getName().equals("jdk.ExecutionSample")) continue;
            RecordedFrame top = event.getStackTrace().getFrames().get(0);
            add(top.getMethod().getType().getName() + "." + top.getMethod().getName(), 1, functions);
        }
    }
}
