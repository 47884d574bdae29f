package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonTestMojoTest {

    @TempDir
    Path directory;

    private String python(String script) throws IOException {
        Path file = directory.resolve("python");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return file.toString();
    }

    @Test
    void aPythonThatIsTooOldOrMissingIsNotTaken() throws IOException {
        Path log = directory.resolve("log");
        assertTrue(PythonTestMojo.isNewEnough(python("exit 0"), log));
        assertFalse(PythonTestMojo.isNewEnough(python("exit 1"), log));
        assertFalse(PythonTestMojo.isNewEnough("/nowhere/python3", log));
    }

    @Test
    void suitesRunBesideEachOtherAndAllOfThem() throws IOException {
        CountDownLatch both = new CountDownLatch(2);
        Callable<Boolean> waiting = () -> {
            both.countDown();
            return both.await(1, TimeUnit.MINUTES);
        };
        assertEquals(List.of(true, true, true), PythonTestMojo.together(List.of(waiting, waiting, waiting), 2));
    }

    @Test
    void asManySuitesRunAtOnceAsAreAllowed() throws IOException {
        AtomicInteger running = new AtomicInteger();
        Callable<Integer> one = () -> {
            int now = running.incrementAndGet();
            Thread.sleep(5);
            running.decrementAndGet();
            return now;
        };
        assertTrue(PythonTestMojo.together(Collections.nCopies(20, one), 3).stream().allMatch(now -> now <= 3));
    }

    @Test
    void aSuiteThatCannotBeRunEndsTheBuild() {
        Callable<Integer> broken = () -> {
            throw new IOException("no such program");
        };
        IOException failure = assertThrows(IOException.class, () -> PythonTestMojo.together(List.of(broken), 3));
        assertTrue(failure.getMessage().contains("no such program"), failure.getMessage());
    }

    @Test
    void withoutPythonOneTestIsSkipped() {
        TestReport report = new TestReport();
        report.skipped("tests", "python");
        assertEquals("Tests run: 1, Failures: 0, Errors: 0, Skipped: 1", report.summary());
        assertEquals(List.of(), report.failures());
    }
}
