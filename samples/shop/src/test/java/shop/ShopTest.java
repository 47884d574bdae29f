package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.data.SavedResults;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** The shop as people run it, in a separate process that is killed. */
@Tag("optional-tools")
class ShopTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @Test
    @Timeout(300)
    void whatPrometheusSawIsThereAfterAKill() throws Exception {
        killed();
    }

    @Test
    @Timeout(300)
    void itIsThereWithTheStatementsOfAPostgresAsWell() throws Exception {
        assumeTrue(Postgres.isThere(), "no PostgreSQL: install Debian's package postgresql");
        try (Postgres database = Postgres.start()) {
            killed("--spring.datasource.url=" + database.url(), "--spring.datasource.username=" + Postgres.USER);
        }
    }

    private void killed(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), "shop.Shop",
                "--server.port=0", "--logging.level.org.springframework.boot.tomcat=info");
        builder.command().addAll(List.of(arguments));
        builder.environment().put("TIMEMORY_OUTPUT_PATH", directory.toString());
        builder.environment().put("TIMEMORY_FLUSH_INTERVAL", "100ms");
        Process shop = builder.redirectErrorStream(true).start();
        String metrics;
        try {
            String address = "http://127.0.0.1:" + portOf(shop);
            for (int i = 0; i < 20; i++) assertEquals(200, get(address + "/products/" + i).statusCode());
            for (int i = 0; i < 7; i++) assertEquals(200, get(address + "/products").statusCode());
            metrics = get(address + "/measured/metrics").body();
            Path checkpoint = checkpoint();
            long written = Files.getLastModifiedTime(checkpoint).toMillis();
            // Written twice more: the results up to now are in it.
            for (int times = 0; times < 2;) {
                Thread.sleep(20);
                long now = Files.getLastModifiedTime(checkpoint()).toMillis();
                if (now > written) times++;
                written = now;
            }
        } finally {
            shop.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        }
        Map<String, Long> laps = laps(SavedResults.read(checkpoint().toString()));
        assertEquals(20, laps.get("request > GET /products/{id} > SELECT products"), laps::toString);
        assertEquals(20, laps.get("request > GET /products/{id} > stars > SELECT reviews"), laps::toString);
        assertEquals(7, laps.get("request > GET /products > SELECT products"), laps::toString);
        assertEquals(1, laps.get("INSERT reviews (batch)"), laps::toString);
        for (String route : List.of("GET /products/{id}", "GET /products")) {
            assertEquals(lapsIn(metrics, route), laps.get("request > " + route), route + " in " + metrics);
        }
    }

    /** The shop's log line once it answers requests. */
    private static int portOf(Process shop) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(shop.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        Pattern started = Pattern.compile("started on port (\\d+)");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher port = started.matcher(line);
            if (port.find()) {
                Thread reader = new Thread(() -> lines.lines().forEach(rest -> {}));
                reader.setDaemon(true);
                reader.start();
                return Integer.parseInt(port.group(1));
            }
            all.append(line).append('\n');
        }
        throw new IOException("the shop ended:\n" + all);
    }

    private HttpResponse<String> get(String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(60)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Path checkpoint() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("checkpoint-.*\\.timemory\\.json")).findFirst().orElseThrow();
        }
    }

    private static long lapsIn(String metrics, String route) {
        Matcher line =
                Pattern.compile("(?m)^timemory_wall_clock_laps_total\\{region=\"" + Pattern.quote(route) + "\"\\} (\\d+)").matcher(metrics);
        assertTrue(line.find(), metrics);
        return Long.parseLong(line.group(1));
    }

    private static Map<String, Long> laps(Results results) {
        Map<String, Long> laps = new TreeMap<>();
        for (CallGraphNode root : results.get("wall_clock").getRoots()) add(root, "", laps);
        return laps;
    }

    private static void add(CallGraphNode node, String above, Map<String, Long> laps) {
        String path = above.isEmpty() ? node.getLabel() : above + " > " + node.getLabel();
        laps.put(path, node.getInclusive().getLaps());
        for (CallGraphNode child : node.getChildren()) add(child, path, laps);
    }
}
