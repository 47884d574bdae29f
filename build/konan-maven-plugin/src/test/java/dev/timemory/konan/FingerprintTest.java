package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {

    @TempDir
    Path directory;

    private Path source;
    private Path output;

    @BeforeEach
    void writeSource() throws IOException {
        source = Files.writeString(directory.resolve("A.kt"), "fun a() = 1");
        output = directory.resolve("out.klib");
    }

    @Test
    void staysTheSameWhileNothingChanges() throws IOException {
        assertEquals(Fingerprint.of(List.of("-opt"), List.of(source)), Fingerprint.of(List.of("-opt"), List.of(source)));
    }

    @Test
    void changesWithTheContentOfAnInput() throws IOException {
        String before = Fingerprint.of(List.of(), List.of(source));
        Files.writeString(source, "fun a() = 2");
        assertNotEquals(before, Fingerprint.of(List.of(), List.of(source)));
    }

    @Test
    void changesWithArgumentsEvenWhenTheyJoinToTheSameText() throws IOException {
        assertNotEquals(Fingerprint.of(List.of("-o", "pt"), List.of()), Fingerprint.of(List.of("-op", "t"), List.of()));
    }

    @Test
    void changesWhenAnInputIsRenamed() throws IOException {
        String before = Fingerprint.of(List.of(), List.of(source));
        Path renamed = Files.move(source, directory.resolve("B.kt"));
        assertNotEquals(before, Fingerprint.of(List.of(), List.of(renamed)));
    }

    @Test
    void thatOfContentStaysTheSameWhenAnInputIsRenamed() throws IOException {
        String before = Fingerprint.ofContent(List.of("a"), source);
        Path renamed = Files.move(source, directory.resolve("B.kt"));
        assertEquals(before, Fingerprint.ofContent(List.of("a"), renamed));
        Files.writeString(renamed, "fun a() = 2");
        assertNotEquals(before, Fingerprint.ofContent(List.of("a"), renamed));
    }

    @Test
    void anOutputIsCurrentOnlyWhenItsRecordSaysSoAndItIsThere() throws IOException {
        assertFalse(Fingerprint.isCurrent(output, "abc"), "no output yet");
        Files.createFile(output);
        assertFalse(Fingerprint.isCurrent(output, "abc"), "no record yet");
        Fingerprint.remember(output, "abc");
        assertTrue(Fingerprint.isCurrent(output, "abc"));
        assertFalse(Fingerprint.isCurrent(output, "abd"), "made from something else");
        Files.delete(output);
        assertFalse(Fingerprint.isCurrent(output, "abc"), "deleted");
    }

    @Test
    void aStepThatFailsAfterBeginLeavesNothingCurrent() throws IOException {
        Files.createFile(output);
        Fingerprint.begin(output, "abc");
        assertFalse(Fingerprint.isCurrent(output, "abc"));
        Files.createFile(output);
        assertTrue(Fingerprint.isCurrent(output, "abc"));
    }
}
