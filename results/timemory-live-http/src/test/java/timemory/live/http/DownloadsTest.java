package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import timemory.Timemory;
import timemory.export.data.SavedResults;
import timemory.output.ResultFormat;
import timemory.results.Results;

class DownloadsTest {

    @AfterEach
    void close() {
        LiveHttp.close();
    }

    @Test
    void everyFormatCanBeDownloadedAndNothingOfItIsLeft() throws Exception {
        List<Path> before = leftovers();
        try (Measuring measuring = new Measuring()) {
            measuring.laps(3, "SELECT", "GET");
            String url = LiveHttp.open(0) + "download?format=";
            for (ResultFormat format : ResultFormat.getAll()) {
                HttpResponse<String> answer = HttpTestClient.get(url + format.getId());
                boolean isOverTime = format.getId().equals("timeseries"); // which has no data here
                assertEquals(isOverTime ? 404 : 200, answer.statusCode(), format.getId() + ": " + answer.body());
                if (!isOverTime) {
                    String name = answer.headers().firstValue("Content-Disposition").orElse("");
                    assertTrue(name.matches("attachment; filename=\"[a-z0-9._-]+\""), format.getId() + ": " + name);
                    assertEquals("nosniff", answer.headers().firstValue("X-Content-Type-Options").orElse(""));
                }
            }
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!leftovers().equals(before) && System.nanoTime() < deadline) { // the client has the last byte before the server has finished
            Thread.onSpinWait();
        }
        assertEquals(before, leftovers());
    }

    @Test
    void aDownloadWaitsForTheEndOfTheOneBefore() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "GET");
            Results results = Timemory.results();
            LiveResponse first = Downloads.of("compact", results);
            FutureTask<LiveResponse> second = new FutureTask<>(() -> Downloads.of("compact", results));
            Thread asking = new Thread(second);
            asking.start();
            while (asking.isAlive() && asking.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            first.close();
            try (LiveResponse answer = second.get(60, TimeUnit.SECONDS)) {
                assertEquals(200, answer.status());
                try (LiveResponse tooEarly = Downloads.of("compact", results)) {
                    assertEquals(503, tooEarly.status());
                }
            }
        }
    }

    private static List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("timemory-download-")).toList();
        }
    }

    @Test
    void theCompactFileIsReadBackAsWhatWasMeasured() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(3, "SELECT", "GET");
            Path file = Files.createTempFile("timemory-live-http", ".timemory.json");
            Files.write(file, HttpTestClient.bytes(LiveHttp.open(0) + "download?format=compact"));
            Results read = SavedResults.read(file.toString());
            assertEquals(3, read.get("wall_clock").find("GET", "SELECT").getInclusive().getLaps());
            Files.delete(file);
        }
    }

    @Test
    void aFormatOfSeveralFilesComesAsOneArchive() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "GET");
            byte[] bytes = HttpTestClient.bytes(LiveHttp.open(0) + "download?format=text");
            List<String> names = new ArrayList<>();
            try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
                for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    names.add(entry.getName());
                    assertTrue(new String(zip.readAllBytes()).contains("GET"), entry.getName());
                }
            }
            assertEquals(2, names.size(), names.toString());
        }
    }

    @Test
    void whatIsNoFormatIsNamedWithThoseThereAre() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "GET");
            String url = LiveHttp.open(0) + "download";
            for (String query : List.of("", "?format=", "?format=../../etc/passwd", "?form=compact", "?format=%0d%0aX:1")) {
                HttpResponse<String> answer = HttpTestClient.get(url + query);
                assertEquals(400, answer.statusCode(), query);
                assertTrue(answer.body().contains("There are text, compact, json,"), answer.body());
            }
        }
    }
}
