package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever classes a program has and however it ends, it behaves as without the agent, and everything that can be measured is. */
class RobustnessTest {
    private static final String EVERYTHING = VerificationTest.EVERYTHING + ";throttle=false";

    @TempDir
    Path folder;

    @Test
    void everyKindOfMethodWorksAndHasItsCalls() throws Exception {
        Programs.Outcome run = assertRunsAlike("programs.AllMethodKinds");
        Table table = Table.of(run);
        assertEquals(1, table.count("programs.AllMethodKinds.<clinit>"));
        assertEquals(1, table.count("programs.AllMethodKinds$Shape.<clinit>"));
        assertEquals(1, table.count("programs.AllMethodKinds$Shape.told"));
        assertEquals(2, table.count("programs.AllMethodKinds$Square.<init>"), "one of them threw");
        assertEquals(5, table.count("programs.AllMethodKinds.sum"));
        assertEquals(3, table.count("programs.AllMethodKinds$Longest.best"), "and no bridge");
        assertEquals(3, table.count("programs.AllMethodKinds$Longest.<init>(int)"), "one of them threw");
        assertEquals(0, table.count("programs.AllMethodKinds.elsewhere"), "is native");
    }

    @Test
    void classesOfOldCompilersAreMeasuredAndWhatCannotBeIsNamed() throws Exception {
        Path report = folder.resolve("report");
        Programs.Outcome run = assertRunsAlike("programs.OddClasses", ";include=^odd;report-file=" + report);
        Table table = Table.of(run);
        for (String name : List.of("Subroutine", "OldBranch", "WithoutFrames", "DeadCode"))
            assertEquals(3, table.count("odd." + name + ".work"), name);
        assertEquals(3, table.count("odd.Huge.small"), "the others of its class are measured");
        assertEquals(0, table.count("odd.Huge.work"));
        assertEquals(0, table.count("odd.Unreadable.work"));
        String told = Files.readString(report);
        assertTrue(told.contains("3 classes or functions could not be woven"), told);
        assertTrue(told.contains("odd.Huge.work(int): its code would be larger than the 64 kB a method may have"), told);
        assertTrue(told.contains("odd.Unreadable: "), told);
        assertTrue(told.contains("odd.Future: "), told);
    }

    @Test
    void aStackThatOverflowsLeavesTheCallGraphInOrder() throws Exception {
        Programs.Outcome run = assertRunsAlike("programs.Overflow");
        Table table = Table.of(run);
        assertEquals(20, table.count("programs.Overflow.after"));
        assertEquals(1, table.count("programs.Overflow.overflowAndGoOn"));
        assertEquals(List.of(0), table.depths("programs.Overflow.overflowAndGoOn"));
        assertEquals(List.of(1), table.depths("programs.Overflow.after"), "below the function that caught the error");
    }

    @Test
    void aProgramThatEndsByAnExceptionIsMeasuredToItsEnd() throws Exception {
        assertEndIsMeasured(1, "exception");
    }

    @Test
    void aProgramThatExitsInAStaticInitialiserIsMeasuredToItsEnd() throws Exception {
        assertEndIsMeasured(7, "initialiser");
    }

    @Test
    void aProgramThatIsTerminatedIsMeasuredToItsEnd() throws Exception {
        assertEndIsMeasured(128 + 15, "signal");
    }

    @Test
    void classesAreWovenInManyThreadsAtOnce() throws Exception {
        Programs.Outcome run = assertRunsAlike("programs.ConcurrentClassLoading");
        Table table = Table.of(run);
        assertEquals(300 * 8, table.countOfAll("crowd.Class[0-9]+.work"));
    }

    private void assertEndIsMeasured(int status, String how) throws Exception {
        Programs.Outcome run = Programs.run(folder, EVERYTHING + ";include=^programs.Ends", "programs.Ends", how);
        assertEquals(status, run.status(), run.errors());
        assertEquals(1, Table.of(run).count("programs.Ends.work"));
        assertFalse(run.errors().contains("after finalization"), run.errors());
    }

    private Programs.Outcome assertRunsAlike(String main) throws Exception {
        return assertRunsAlike(main, "");
    }

    private Programs.Outcome assertRunsAlike(String main, String more) throws Exception {
        Programs.Outcome plain = Programs.java(folder, List.of("-cp", Programs.CLASS_PATH), main);
        List<String> flags = new ArrayList<>(
                List.of("-Xverify:all", "-javaagent:" + Programs.AGENT + "=" + EVERYTHING + more, "-cp", Programs.CLASS_PATH));
        Programs.Outcome run = Programs.java(folder, flags, main);
        assertEquals(0, run.status(), run.errors());
        assertEquals(plain.output(), run.output(), run.errors());
        return run;
    }
}
