package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("java17")
class AttachTest {
    @TempDir
    Path folder;

    /** A program that runs and executes commands. */
    private final class Service implements AutoCloseable {
        private final Path errors = folder.resolve("errors");
        private final Process process;
        private final PrintWriter orders;
        private final BufferedReader answers;

        Service() throws IOException {
            this(List.of("-cp", Programs.CLASS_PATH, "programs.Served"), "unused");
        }

        /** @param own where the program writes its own results */
        Service(List<String> program, String own) throws IOException {
            List<String> command = new ArrayList<>(List.of(Programs.JAVA));
            command.addAll(Programs.QUICK);
            if (Runtime.version().feature() >= 21) command.add("-XX:+EnableDynamicAgentLoading");
            command.addAll(program);
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
            builder.environment().remove("TIMEMORY_AUTO_OUTPUT");
            builder.environment().put("TIMEMORY_OUTPUT_PATH", folder.resolve(own).toString());
            builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
            process = builder.start();
            orders = new PrintWriter(process.getOutputStream(), true);
            answers = new BufferedReader(new InputStreamReader(process.getInputStream()));
            assertEquals("ready", answers.readLine());
        }

        void work(int times) throws IOException {
            for (int i = 0; i < times; i++) {
                orders.println("work");
                assertEquals(step(), answers.readLine());
            }
        }

        void attach(String options) throws Exception {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            machine.loadAgent(Programs.AGENT, options);
            machine.detach();
        }

        String errors() throws IOException {
            return Files.readString(errors);
        }

        @Override
        public void close() throws Exception {
            orders.close();
            assertEquals(0, process.waitFor());
        }
    }

    private static String step() {
        int result = 7;
        for (int i = 0; i < 10; i++) result = result * 31 + i;
        return Integer.toString(result);
    }

    private static void assertMatches(String expression, Path file) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.matches(expression), text);
    }

    private String options(String results) {
        return "set=cout_output=false;set=auto_output=true;set=output_path=" + folder.resolve(results) + ";report-file="
                + folder.resolve("report");
    }

    @Test
    void aRunningProgramIsMeasuredUntilTheAgentIsToldToStop() throws Exception {
        try (Service service = new Service()) {
            service.work(2);
            service.attach(options("first"));
            service.work(5);
            service.attach("stop");
            service.work(3);
            assertMatches("(?s).*programs.Served.step +\\| +5 .*", folder.resolve("first/wall.txt"));
            assertMatches("(?s)timemory: 2 functions of 1 class were woven\n.*programs.Served.step.*", folder.resolve("report"));
            service.attach(options("second"));
            service.work(4);
            service.attach("stop");
            assertMatches("(?s).*programs.Served.step +\\| +4 .*", folder.resolve("second/wall.txt"));
        }
    }

    @Test
    void afterwardsTheClassesAreWhatTheyWere() throws Exception {
        try (Service service = new Service()) {
            service.attach(options("results"));
            service.work(1);
            service.attach("stop");
            assertEquals("", service.errors());
            // If a function were still woven, it would be measured now, and timemory would report that this session is over.
            service.orders.println("force");
            service.work(2);
            assertEquals("", service.errors());
        }
    }

    @Test
    void aSecondMeasurementAtTheSameTimeIsRefused() throws Exception {
        try (Service service = new Service()) {
            service.attach(options("results"));
            Path status = folder.resolve("status");
            service.attach(options("others") + ";status-file=" + status);
            assertEquals(AttachStatus.State.REFUSED, AttachStatus.of(Files.readString(status)).state());
            assertTrue(service.errors().contains("the agent already measures this program"), service.errors());
            service.work(1);
            service.attach("stop");
            assertFalse(Files.exists(folder.resolve("others")));
        }
    }

    @Test
    void itEndsWithTheProcessThatAskedForIt() throws Exception {
        Process asker = new ProcessBuilder("cat").start();
        try (Service service = new Service()) {
            service.attach(options("results") + ";until=" + asker.pid());
            service.work(2);
            asker.destroy();
            asker.waitFor();
            Path table = folder.resolve("results/wall.txt");
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (!Files.exists(table) && System.nanoTime() < deadline) Thread.sleep(10);
            assertTrue(Files.exists(table), service.errors());
        }
    }

    @Test
    void aProgramThatMeasuresItselfKeepsItsOwnResultsAndTheMeasurementHasItsOwn() throws Exception {
        Path status = folder.resolve("status");
        try (Service service = new Service(List.of("-cp", Programs.CLASS_PATH, "programs.ServedWithRegions"), "own")) {
            service.work(2);
            for (int times : new int[] {3, 4}) {
                service.attach(options("results" + times) + ";status-file=" + status);
                assertEquals(AttachStatus.State.MEASURING, AttachStatus.of(Files.readString(status)).state());
                service.work(times);
                service.attach("stop");
                assertEquals(new AttachStatus(AttachStatus.State.WRITTEN, folder.resolve("results" + times).toString()),
                        AttachStatus.of(Files.readString(status)));
                assertMatches("(?s).*programs.Served.step +\\| +" + times + " .*", folder.resolve("results" + times + "/wall.txt"));
                service.work(1);
            }
            assertFalse(Files.exists(folder.resolve("own")), "they are written at its end");
        }
        assertMatches("(?s).*its own +\\| +11 .*", folder.resolve("own/wall.txt"));
    }

    @Test
    void settingsOfTheProgramDoNotKeepItFromBeingMeasured() throws Exception {
        List<String> flags = List.of("-Dtimemory.enabled=false", "-Dtimemory.file_output=false", "-cp", Programs.CLASS_PATH,
                "programs.ServedWithRegions");
        try (Service service = new Service(flags, "own")) {
            service.attach(options("results"));
            service.work(2);
            service.attach("stop");
            assertMatches("(?s).*programs.Served.step +\\| +2 .*", folder.resolve("results/wall.txt"));
        }
        assertFalse(Files.exists(folder.resolve("own")));
    }

    @Test
    void aMeasurementWithoutResultsSaysSo() throws Exception {
        Path status = folder.resolve("status");
        Path file = Files.createFile(folder.resolve("file"));
        try (Service service = new Service()) {
            service.attach(options("results") + ";status-file=" + status);
            service.attach("stop");
            assertEquals(new AttachStatus(AttachStatus.State.FAILED, "none of the woven functions ran"),
                    AttachStatus.of(Files.readString(status)));
            service.attach(options("file/below") + ";status-file=" + status);
            service.work(1);
            service.attach("stop");
            assertEquals(new AttachStatus(AttachStatus.State.FAILED, "nothing could be written to " + file.resolve("below")),
                    AttachStatus.of(Files.readString(status)));
        }
    }

    @Test
    void theEndOfWhoeverAskedForAnEarlierMeasurementDoesNotEndThisOne() throws Exception {
        Process asker = new ProcessBuilder("cat").start();
        try (Service service = new Service()) {
            service.attach(options("first") + ";until=" + asker.pid());
            service.attach("stop");
            service.attach(options("second"));
            asker.destroy();
            asker.waitFor();
            service.work(3);
            service.attach("stop");
            assertMatches("(?s).*programs.Served.step +\\| +3 .*", folder.resolve("second/wall.txt"));
        }
    }

    @Test
    void aProgramBegunWithTheAgentIsNotMeasuredTwice() throws Exception {
        Path status = folder.resolve("status");
        List<String> flags = List.of("-javaagent:" + Programs.AGENT, "-cp", Programs.CLASS_PATH, "programs.Served");
        try (Service service = new Service(flags, "own")) {
            service.attach(options("results") + ";status-file=" + status);
            assertEquals(AttachStatus.State.REFUSED, AttachStatus.of(Files.readString(status)).state());
            service.work(2);
        }
        assertMatches("(?s).*programs.Served.step +\\| +2 .*", folder.resolve("own/wall.txt"));
    }

    @Test
    void functionsThatWereThrottledAreThoseOfThisMeasurement() throws Exception {
        String throttled = ";set=throttle_count=2;set=throttle_value=1000000000";
        try (Service service = new Service()) {
            service.attach(options("first") + throttled);
            service.work(5);
            service.attach("stop");
            assertMatches("(?s).*timemory: 1 function was called often.*programs.Served.step.*", folder.resolve("report"));
            service.attach(options("second"));
            service.work(1);
            service.attach("stop");
            assertFalse(Files.readString(folder.resolve("report")).contains("were called often"));
        }
    }
}
