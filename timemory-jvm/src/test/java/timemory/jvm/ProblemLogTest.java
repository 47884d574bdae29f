package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.settings.SettingsBuilder;

/** The program's log shows timemory's reports, and no thread waits for it. */
@Timeout(120)
class ProblemLogTest {

    /** Stores its messages; can be made to block, or to fail. */
    private static final class Log implements System.Logger {
        final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final CountDownLatch open;
        volatile RuntimeException failure;

        Log(boolean isOpen) {
            open = new CountDownLatch(isOpen ? 0 : 1);
        }

        @Override
        public String getName() {
            return "timemory";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            add(level, text);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            add(level, format);
        }

        private void add(Level level, String text) {
            try {
                open.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            if (failure != null) {
                throw failure;
            }
            lines.add(level + " " + text);
        }

        List<String> take(int count) throws InterruptedException {
            List<String> taken = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                taken.add(lines.poll(60, TimeUnit.SECONDS));
            }
            return taken;
        }
    }

    private final AtomicLong clock = new AtomicLong();

    private ProblemLog bound(Log log) {
        return new ProblemLog(() -> true, () -> log, clock::get);
    }

    @Test
    void problemsAreWarningsAndNoticesAreNot() throws Exception {
        Log log = new Log(true);
        ProblemLog problems = bound(log);
        assertTrue(problems.test("timemory: something is missing", true));
        assertTrue(problems.test("timemory: measuring starts", false));
        assertEquals(List.of("WARNING something is missing", "INFO measuring starts"), log.take(2));
    }

    @Test
    void withoutALogNothingIsTaken() {
        ProblemLog problems = new ProblemLog(() -> false, () -> {
            throw new AssertionError("not asked for");
        }, clock::get);
        assertFalse(problems.test("timemory: something is missing", true));
    }

    @Test
    void aLogThatTheProgramNamesIsUsed() throws Exception {
        Log log = new Log(true);
        ProblemLog problems = new ProblemLog(() -> false, () -> log, clock::get);
        problems.bind();
        assertTrue(problems.test("timemory: something is missing", true));
        assertEquals(List.of("WARNING something is missing"), log.take(1));
    }

    @Test
    void nobodyWaitsForALogThatStandsStill() throws Exception {
        Log log = new Log(false);
        ProblemLog problems = bound(log);
        int more = 44;
        for (int i = 0; i < ProblemLog.MAX_PENDING + more; i++) {
            assertTrue(problems.test("timemory: problem " + i, true));
        }
        log.open.countDown();
        List<String> first = log.take(ProblemLog.MAX_PER_WINDOW);
        assertEquals(IntStream.range(0, ProblemLog.MAX_PER_WINDOW).mapToObj(i -> "WARNING problem " + i).collect(Collectors.toList()),
                first);
        while (log.lines.isEmpty()) {
            clock.addAndGet(TimeUnit.SECONDS.toNanos(ProblemLog.WINDOW_SECONDS));
            problems.test("timemory: later", true);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        String leftOut = log.take(1).get(0);
        assertTrue(leftOut.matches("WARNING [0-9]+ further messages are omitted.*"), leftOut);
    }

    @Test
    void oneThatFailsIsUsedNoMore() throws Exception {
        Log log = new Log(true);
        log.failure = new IllegalStateException("closed");
        ProblemLog problems = bound(log);
        assertTrue(problems.test("timemory: something is missing", true));
        while (problems.test("timemory: something else", true)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertEquals(0, log.lines.size());
    }

    /** Measures with an invalid setting, and writes to its log before it continues. */
    public static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Timemory.init(new SettingsBuilder());
            Bundles.of(WallClock.class).run("main", () -> {});
            TimeUnit.MILLISECONDS.sleep(Long.parseLong(arguments[0]));
            Timemory.finalize();
        }
    }

    @TempDir
    private Path folder;

    /** Returns the stderr output of {@link Program}, with or without a bound log. */
    private String printed(boolean isBound, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        String classes = Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .filter(entry -> isBound || !entry.contains("slf4j")).collect(Collectors.joining(java.io.File.pathSeparator));
        command.addAll(List.of("-cp", classes, Program.class.getName(), "1000"));
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment()
                .putAll(java.util.Map.of("TIMEMORY_PRECISION", "many", "TIMEMORY_BANNER", "true", "TIMEMORY_FILE_OUTPUT", "false",
                        "TIMEMORY_COUT_OUTPUT", "false"));
        Process process = builder.start();
        process.getInputStream().readAllBytes();
        assertEquals(0, process.waitFor());
        return Files.readString(errors, StandardCharsets.UTF_8);
    }

    @Test
    void slf4jHasWhatIsReported() throws Exception {
        String printed = printed(true);
        assertTrue(printed.lines().anyMatch(line -> line.matches(".*WARN timemory - .*TIMEMORY_PRECISION.*")), printed);
        assertTrue(printed.lines().anyMatch(line -> line.matches(".*INFO timemory - measuring starts.*")), printed);
    }

    @Test
    void withoutOneTheStandardErrorStreamHasIt() throws Exception {
        String printed = printed(false);
        assertTrue(printed.lines().anyMatch(line -> line.startsWith("timemory: ") && line.contains("TIMEMORY_PRECISION")), printed);
        assertTrue(printed.lines().anyMatch(line -> line.startsWith("timemory: measuring starts")), printed);
        assertFalse(printed.contains("WARN"), printed);
    }

    @Test
    void javaUtilLoggingHasItWhereItIsConfigured() throws Exception {
        Path properties = Files.writeString(folder.resolve("logging.properties"), """
                handlers=java.util.logging.ConsoleHandler
                java.util.logging.SimpleFormatter.format=%4$s|%3$s|%5$s%n
                """);
        String printed = printed(false, "-Djava.util.logging.config.file=" + properties);
        assertTrue(printed.lines().anyMatch(line -> line.startsWith("WARNING|timemory|") && line.contains("TIMEMORY_PRECISION")), printed);
    }
}
