package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredTest {
    @TempDir
    Path folder;

    @Test
    void annotatedFunctionsAreMeasuredWhateverPatternsInclude() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=^programs.Recursion", "programs.Annotated");
        assertEquals(0, run.status(), run.errors());
        String table = run.file("wall.txt");
        assertTrue(table.matches("(?s).*programs.Annotated.plain +\\| +3 .*"), table);
        assertTrue(table.matches("(?s).*a name of its own +\\| +4 .*"), table);
        assertTrue(table.matches("(?s).*programs.Annotated\\$Whole.loops +\\| +1 .*"), table);
        assertFalse(table.contains("unmarked"), table);
        assertFalse(table.contains("trivial"), table);
        assertFalse(table.contains("main"), table);
        assertTrue(run.file("trip_count.txt").matches("(?s).*a name of its own +\\| +4 .*"), "components of the annotation");
    }

    @Test
    void aPatternThatExcludesGoesBeforeTheAnnotation() throws Exception {
        Programs.Outcome run = Programs.run(folder, "include=^programs.Recursion;exclude=plain", "programs.Annotated");
        assertEquals(0, run.status(), run.errors());
        assertFalse(run.file("wall.txt").contains("plain"), run.file("wall.txt"));
    }
}
