package samples.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.spark.Nodes;
import timemory.spark.SparkProcess;
import timemory.tests.Repository;

/** The command that {@code timemory run --spark-submit} prints has the functions of an application measured inside its tasks. */
class AgentOnExecutorsTest {
    private static final String APPLICATION = "samples.spark.SkewedJoin";

    @TempDir
    private Path folder;

    /** The application as users package it: a JAR with only its own classes. */
    private Path application() throws Exception {
        Path jar = folder.resolve("the application.jar");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file)) {
            String entry = APPLICATION.replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(entry));
            try (var in = SkewedJoin.class.getClassLoader().getResourceAsStream(entry)) {
                in.transferTo(out);
            }
        }
        return jar;
    }

    @Test
    void functionsOfTheApplicationAreMeasuredInItsTasks() throws Exception {
        SparkProcess spark = new SparkProcess("4.2", Files.createDirectory(folder.resolve("driver")), Map.of());
        Path output = folder.resolve("results");
        Process printing = new ProcessBuilder(Repository.ROOT.resolve("bin/timemory").toString(), "run", "--spark-submit", "--quiet", "--", //
                spark.submit().toString(), "--master", "local-cluster[1,2,1024]", "--conf", "spark.ui.enabled=false", //
                "--conf", "spark.executor.extraJavaOptions=-Dtwo='two words'", "--conf", "spark.timemory.output=" + output, //
                "--class", APPLICATION, application().toString()).redirectError(folder.resolve("notes").toFile()).start();
        String command = new String(printing.getInputStream().readAllBytes());
        assertEquals(0, printing.waitFor(), Files.readString(folder.resolve("notes")));
        assertTrue(command.contains("-Dtwo="), command);

        String said = spark.runShell(command);

        Results results = SparkProcess.results(output, "");
        String[] task = {APPLICATION + ".main", "etl", "score orders", "job *", "stage *", "task", APPLICATION + "*"};
        List<String> functions = Nodes.all(results, "wall_clock", task).stream().map(node -> node.getLabel()).sorted().toList();
        assertEquals(List.of(APPLICATION + ".orders", APPLICATION + ".score"), functions, said);
        String[] score = {APPLICATION + ".main", "etl", "score orders", "job *", "stage *", "task", APPLICATION + ".score"};
        assertEquals(40_000, Nodes.laps(results, score));
        assertEquals(40_000,
                Nodes.laps(results, APPLICATION + ".main", "etl", "score orders", "job *", "stage *", "task", score[6], "score"));
        // The work of executors outside their tasks has none of it.
        assertNull(Nodes.of(results, "wall_clock", "(executors)", score[6]));
    }
}
