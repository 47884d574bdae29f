package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiDumpTest {

    @TempDir
    Path directory;

    private ApiDump dump;

    @BeforeEach
    void keepADump() throws IOException {
        dump = new ApiDump(directory.resolve("api/x.api"));
        dump.write("class A {\n\tfun a ()V\n\tfun b ()V\n}\n");
    }

    @Test
    void theSameApiIsNoDrift() throws IOException {
        assertEquals(Optional.empty(), dump.drift("class A {\n\tfun a ()V\n\tfun b ()V\n}\n"));
    }

    @Test
    void driftNamesTheFileAndWhatIsGoneAndNew() throws IOException {
        String drift = dump.drift("class A {\n\tfun a ()V\n\tfun c ()V\n}\n").orElseThrow();
        assertTrue(drift.contains(dump.file().toString()), drift);
        assertTrue(drift.endsWith("\n- fun b ()V\n+ fun c ()V"), drift);
    }

    @Test
    void anotherOrderIsDriftToo() throws IOException {
        assertTrue(dump.drift("class A {\n\tfun b ()V\n\tfun a ()V\n}\n").orElseThrow().endsWith("the same lines in another order"));
    }

    @Test
    void aLongDriftIsCutShort() throws IOException {
        String many = IntStream.range(0, 100).mapToObj(i -> "fun f" + i).collect(Collectors.joining("\n"));
        assertTrue(dump.drift(many).orElseThrow().endsWith("... and 64 more"));
    }

    @Test
    void aMissingDumpIsDrift() throws IOException {
        ApiDump missing = new ApiDump(directory.resolve("none.api"));
        assertTrue(missing.drift("").orElseThrow().contains("missing: " + missing.file()));
    }

    @Test
    void writingTellsWhetherAnythingChanged() throws IOException {
        assertTrue(dump.write("class B\n"));
        assertFalse(dump.write("class B\n"));
        assertEquals(Optional.empty(), dump.drift("class B\n"));
    }
}
