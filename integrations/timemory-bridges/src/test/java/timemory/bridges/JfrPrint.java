package timemory.bridges;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;

/** Records with the Flight Recorder, and reads the file with the JDK's own {@code jfr print}. */
final class JfrPrint {

    private JfrPrint() {}

    record Region(String label, Instant begin, Instant end, String thread, long threadId, boolean hasStackTrace) {

        /** Times are converted from ticks of the recorder's clock. */
        boolean contains(Region inner) {
            return !inner.begin.isBefore(begin.minusNanos(1000)) && !inner.end.isAfter(end.plusNanos(1000));
        }
    }

    /** Returns the laps in {@code program}, in order of start. */
    static List<Region> regionsOf(Sessions.ThrowingRunnable program) throws Exception {
        Path file = Files.createTempFile("regions", ".jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            Sessions.measure(program);
            recording.stop();
            recording.dump(file);
            return read(file);
        } finally {
            Files.delete(file);
        }
    }

    static List<Region> read(Path file) throws Exception {
        List<Region> regions = new ArrayList<>();
        for (JsonNode event : new ObjectMapper().readTree(jfr("print", "--json", "--events", "timemory.Region", file.toString())).at(
                "/recording/events")) {
            assertEquals("timemory.Region", event.get("type").asText());
            JsonNode values = event.get("values");
            Instant begin = OffsetDateTime.parse(values.get("startTime").asText()).toInstant();
            Instant end = begin.plus(Duration.parse(values.get("duration").asText()));
            JsonNode thread = values.get("eventThread");
            regions.add(new Region(
                    values.get("label").asText(),
                    begin,
                    end,
                    thread.get("javaName").asText(),
                    thread.get("javaThreadId").asLong(),
                    !values.get("stackTrace").isNull()));
        }
        // If regions start at the same tick, the outer one ends later.
        regions.sort(Comparator.comparing(Region::begin).thenComparing(Region::end, Comparator.reverseOrder()));
        return regions;
    }

    static String jfr(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "jfr").toString()));
        command.addAll(List.of(arguments));
        // The tool writes in the default charset of the JVM it runs in.
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JDK_JAVA_OPTIONS", "");
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out;
    }
}
