package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void withoutPythonOneTestIsSkipped() {
        TestReport report = new TestReport();
        report.skipped("tests", "python");
        assertEquals("Tests run: 1, Failures: 0, Errors: 0, Skipped: 1", report.summary());
        assertEquals(List.of(), report.failures());
    }
}
