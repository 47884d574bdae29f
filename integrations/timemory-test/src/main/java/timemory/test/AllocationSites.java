package timemory.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import timemory.spi.TemporaryFolder;

/**
 * Finds out where a block allocates, with Flight Recorder, once it is known to allocate.
 *
 * <p>Source: the event {@code jdk.ObjectAllocationInNewTLAB}. It occurs each time a thread has filled its buffer (TLAB), so only blocks
 * that allocate much are seen at once; the block keeps running until there are some events, or waiting longer is not worthwhile.
 */
final class AllocationSites {

    private static final String EVENT = "jdk.ObjectAllocationInNewTLAB";
    private static final String BY_HAND = "To find out where: run with -XX:StartFlightRecording:filename=a.jfr,settings=profile, "
            + "then `jfr print --events jdk.ObjectAllocationSample a.jfr`";
    /** Enough for some dozen buffers, and not too much for a block that keeps what it allocates. */
    private static final double MAX_BYTES = 64e6;
    private static final int MAX_LAPS = 2_000_000;
    private static final long MAX_NANOSECONDS = 500_000_000L;
    private static final int SITES = 3;

    private AllocationSites() {}

    /**
     * Returns a sentence that names the call sites that allocate most, or says how to find them. Runs {@code block}, which allocates {@code
     * bytesPerLap}.
     */
    static String of(Block block, double bytesPerLap) {
        try {
            List<String> sites = record(block, (int) Math.min(MAX_LAPS, MAX_BYTES / bytesPerLap));
            return sites.isEmpty() ? BY_HAND : "Allocated most often: " + String.join("; ", sites);
        } catch (Throwable ignored) {
            // Not every Java runtime has Flight Recorder, and the block has already failed for another reason.
            return BY_HAND;
        }
    }

    private static List<String> record(Block block, int laps) throws Throwable {
        Path file = TemporaryFolder.newFile("timemory-allocation", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(EVENT).withStackTrace();
            recording.setDestination(file);
            recording.start();
            long end = System.nanoTime() + MAX_NANOSECONDS;
            for (int i = 0; i < laps && System.nanoTime() < end; i++) {
                block.run();
            }
            recording.stop();
            return sitesIn(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static List<String> sitesIn(Path file) throws IOException {
        long thread = Thread.currentThread().getId();
        Map<String, Integer> counts = new HashMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            boolean isHere = event.getThread() != null && event.getThread().getJavaThreadId() == thread;
            if (isHere && event.getStackTrace() != null && !isOfRecorder(event.getStackTrace())) {
                counts.merge(siteOf(event), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(SITES)
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    /** Returns whether the allocation is the recorder's, which allocates on this thread when it starts and stops. */
    private static boolean isOfRecorder(RecordedStackTrace trace) {
        return trace.getFrames().stream().anyMatch(frame -> frame.getMethod().getType().getName().startsWith("jdk.jfr."));
    }

    private static String siteOf(RecordedEvent event) {
        RecordedFrame top = event.getStackTrace().getFrames().get(0);
        RecordedFrame own = event.getStackTrace().getFrames().stream().filter(AllocationSites::isOfUser).findFirst().orElse(top);
        RecordedClass type = event.getClass("objectClass");
        RecordedMethod method = own.getMethod();
        return readable(type.getName()) + " in " + method.getType().getName() + "." + method.getName() + ", line " + own.getLineNumber();
    }

    private static boolean isOfUser(RecordedFrame frame) {
        String name = frame.getMethod().getType().getName();
        return !name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("kotlin.");
    }

    /** Converts array names from the class file format, such as {@code [B}. */
    private static String readable(String name) {
        try {
            return name.startsWith("[") ? Class.forName(name, false, AllocationSites.class.getClassLoader()).getTypeName() : name;
        } catch (ClassNotFoundException ignored) {
            return name;
        }
    }
}
