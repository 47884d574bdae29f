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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachTest {
    @TempDir
    Path folder;

    /** A program that runs and does what it is told. */
    private final class Service implements AutoCloseable {
        private final Path errors = folder.resolve("errors");
        private final Process process;
        private final PrintWriter orders;
        private final BufferedReader answers;

        Service() throws IOException {
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            if (Runtime.version().feature() >= 21) command.add("-XX:+EnableDynamicAgentLoading");
            command.addAll(List.of("-cp", Programs.CLASS_PATH, "programs.Served"));
            process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
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
        return "set=cout_output=false;set=auto_output=true;set=output_path=" + folder.resolve(results) + ";report-file=" + folder.resolve("report");
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
            // Were a function still woven, it would be measured now, and timemory would say that this session is over.
            service.orders.println("force");
            service.work(2);
            assertEquals("", service.errors());
        }
    }

    @Test
    void aSecondMeasurementAtTheSameTimeIsRefused() throws Exception {
        try (Service service = new Service()) {
            service.attach(options("results"));
            service.attach(options("others"));
            assertTrue(service.errors().contains("the agent measures this program already"), service.errors());
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
}
