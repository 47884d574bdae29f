package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerWorkersTest {

    /** Does what its argument says; its first line of output is the process ID. */
    private static final String COMPILER = """
            package org.jetbrains.kotlin.cli.utilities;

            public class MainKt {
                static class KonanCompilationException extends RuntimeException {}

                public static void daemonMain(String[] arguments) throws Exception {
                    System.out.println(ProcessHandle.current().pid());
                    System.err.println(arguments[1] + " " + System.getenv("GREETING"));
                    switch (arguments[1]) {
                        case "refuse" -> throw new KonanCompilationException();
                        case "fail" -> throw new IllegalStateException("a fault of the compiler");
                        case "crash" -> Runtime.getRuntime().halt(3);
                        case "meet" -> {
                            java.nio.file.Path other = java.nio.file.Path.of(arguments[3]);
                            java.nio.file.Files.createFile(java.nio.file.Path.of(arguments[2]));
                            while (!java.nio.file.Files.exists(other)) Thread.sleep(1);
                        }
                        default -> { }
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Path compiler;

    @BeforeEach
    void compileCompiler() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src")).resolve("MainKt.java");
        Files.writeString(source, COMPILER);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-d", classes.toString(), source.toString());
        assertEquals(0, status);
        compiler = folder.resolve("compiler.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(compiler)); var files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                jar.write(Files.readAllBytes(file));
            }
        }
    }

    private CompilerProcess.Outcome run(String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> request = new ArrayList<>(List.of(CompilerWorker.COMPILER));
        request.addAll(List.of(arguments));
        return CompilerWorkers.run(List.of(java, "-Xshare:auto"), compiler, folder, Map.of("GREETING", "ä"), request);
    }

    private static long process(CompilerProcess.Outcome outcome) {
        return Long.parseLong(outcome.output().lines().findFirst().orElseThrow());
    }

    @Test
    void oneProcessCompilesAgainAndAgain() throws IOException {
        CompilerProcess.Outcome first = run("one");
        CompilerProcess.Outcome second = run("two");
        assertEquals(0, first.status());
        assertEquals(process(first), process(second));
        assertEquals(process(first) + "\none ä", first.output());
        assertEquals(process(first) + "\ntwo ä", second.output(), "what each run printed, and nothing of the other");
    }

    @Test
    void twoAtTheSameTimeHaveAProcessEach() {
        String here = folder.resolve("here").toString();
        String there = folder.resolve("there").toString();
        var one = CompletableFuture.supplyAsync(() -> unchecked("meet", here, there));
        var other = CompletableFuture.supplyAsync(() -> unchecked("meet", there, here));
        assertNotEquals(process(one.orTimeout(2, TimeUnit.MINUTES).join()), process(other.orTimeout(2, TimeUnit.MINUTES).join()));
    }

    private CompilerProcess.Outcome unchecked(String... arguments) {
        try {
            return run(arguments);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void errorsInSourcesAreReportedByTheCompilerAlone() throws IOException {
        CompilerProcess.Outcome outcome = run("refuse");
        assertEquals(1, outcome.status());
        assertEquals(process(outcome) + "\nrefuse ä", outcome.output());
    }

    @Test
    void aProcessThatFailedIsNotAskedAgain() throws IOException {
        CompilerProcess.Outcome outcome = run("fail");
        assertEquals(1, outcome.status());
        assertTrue(outcome.output().contains("a fault of the compiler"), outcome.output());
        assertNotEquals(process(outcome), process(run("one")));
    }

    @Test
    void aProcessThatCrashedSaysHowAndIsReplaced() throws IOException {
        CompilerProcess.Outcome outcome = run("crash");
        assertEquals(3, outcome.status());
        assertTrue(outcome.output().contains("crash ä"), outcome.output());
        assertEquals(0, run("one").status());
    }

    @Test
    void aProcessThatHasGoneMeanwhileIsReplaced() throws Exception {
        long first = process(run("one"));
        ProcessHandle worker = ProcessHandle.of(first).orElseThrow();
        worker.destroyForcibly();
        worker.onExit().get(2, TimeUnit.MINUTES);
        assertNotEquals(first, process(run("one")));
    }
}
