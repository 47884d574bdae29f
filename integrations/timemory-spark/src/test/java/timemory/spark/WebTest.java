package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.spark.programs.ClusterProgram;

/** Results in Spark's web interface and in files while an application runs, and in the history server afterwards. */
class WebTest {
    /** Spark version with javax servlets, and with jakarta servlets. */
    private static final String VERSION = Runtime.version().feature() < 25 ? "3.5" : "4.2";
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Returns the page at {@code path} once it contains {@code text}. */
    private static String page(int port, String path, String text) throws Exception {
        HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        String page = "";
        while (System.nanoTime() - deadline < 0) {
            try {
                page = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
                if (page.contains(text)) return page;
            } catch (IOException failure) {
                page = failure.toString();
            }
            Thread.sleep(100);
        }
        throw new AssertionError("no '" + text + "' in " + page);
    }

    private static void await(Path folder, String name) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() - deadline < 0) {
            if (Files.isDirectory(folder)) {
                try (var all = Files.walk(folder)) {
                    if (all.anyMatch(path -> path.toString().contains(name))) return;
                } catch (UncheckedIOException ignored) {
                    // A file was renamed meanwhile.
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no " + name + " in " + folder);
    }

    @Test
    void resultsAreSeenWhileItRunsAndAfterwards() throws Exception {
        Path output = folder.resolve("results");
        Path marks = Files.createDirectory(folder.resolve("marks"));
        Path events = Files.createDirectory(folder.resolve("events"));
        int port = freePort();
        SparkProcess driver = new SparkProcess(VERSION, Files.createDirectory(folder.resolve("driver")), Map.of());
        Process process = driver.start(ClusterProgram.class.getName(), List.of(), List.of(
                "local[2]", output.toString(), marks.toString(), "wait", "spark.ui.enabled=true", "spark.ui.port=" + port,
                "spark.timemory.flush=500ms", "spark.eventLog.enabled=true", "spark.eventLog.dir=file:" + events));
        try {
            page(port, "/jobs/", "href=\"/timemory/\"");
            String page = page(port, "/timemory/", "\"parse\"");
            assertTrue(page.startsWith("<!DOCTYPE html>") && page.contains("stage count at ClusterProgram.java"), page);
            await(output, "so-far-3");
            Files.createFile(marks.resolve("go"));
            assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), Files.readString(driver.log(ClusterProgram.class.getName())));
        } finally {
            process.destroyForcibly();
        }
        Results results = SparkProcess.results(output, "");
        assertEquals(200, Nodes.laps(results, "main", "wait", "job *", "stage *", "task", "parse"));
        // Spark 3.5 accepts no more events when plugins are shut down.
        if (!VERSION.equals("3.5")) history(events);
    }

    private void history(Path events) throws Exception {
        String application;
        try (var all = Files.list(events)) {
            application = all.findFirst().orElseThrow().getFileName().toString().replace("eventlog_v2_", "");
        }
        int port = freePort();
        SparkProcess server = new SparkProcess(VERSION, Files.createDirectory(folder.resolve("history")), Map.of());
        Process process = server.start("org.apache.spark.deploy.history.HistoryServer", List.of(
                "-Dspark.history.fs.logDirectory=file:" + events, "-Dspark.history.ui.port=" + port), List.of());
        try {
            page(port, "/history/" + application + "/jobs/", "/timemory/");
            String page = page(port, "/history/" + application + "/timemory/", "\"parse\"");
            assertTrue(page.contains("stage count at ClusterProgram.java"), page);
        } finally {
            process.destroyForcibly();
        }
    }
}
