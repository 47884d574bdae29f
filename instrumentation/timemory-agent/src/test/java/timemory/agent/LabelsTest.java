package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelsTest {
    @TempDir
    Path folder;

    private String labels(String options) throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=^programs.Secrets;exclude=main;min-size=0;" + options, "programs.Secrets");
        assertEquals(0, run.status());
        assertEquals("", run.errors());
        return run.file("wall.txt");
    }

    @Test
    void argumentsAreToldWithoutCallingTheProgram() throws Exception {
        String table = labels("label=args");
        assertTrue(table.contains("programs.Secrets.kinds(7, \"a b\", 'x', FAST, 0.5, null, List12)"), table);
        assertTrue(table.contains("programs.Secrets.take(Order, Broken)"), table);
    }

    @Test
    void whatLooksSecretIsHidden() throws Exception {
        String table = labels("label=args");
        assertTrue(table.contains("programs.Secrets.logIn(\"ada\", (hidden), (hidden))"), table);
        assertFalse(table.contains("lovelace"), table);
    }

    @Test
    void allowedClassesTellThemselvesShortenedAndUnmeasured() throws Exception {
        String table = labels("label=args;allow-arguments=Secrets");
        assertTrue(table.contains("programs.Secrets.take(order 3  [31m of a length that i..., Broken (toString: IllegalStateException))"),
                table);
        assertFalse(table.contains("describe"), table);
    }

    @Test
    void fileLineAndReturnTypeArePartOfLabelsAsChosen() throws Exception {
        String table = labels("label=file,line,return");
        assertTrue(table.contains("void programs.Secrets.take [Secrets.java:41]"), table);
    }

    @Test
    void anUnknownPartIsRefused() throws Exception {
        Programs.Outcome run = Programs.run(folder, "label=colour", "programs.Secrets");
        assertEquals("timemory: labels have no 'colour': label=file,line,args,return: nothing is measured\n", run.errors());
    }
}
