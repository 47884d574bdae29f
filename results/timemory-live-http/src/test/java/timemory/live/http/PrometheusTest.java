package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;

/** A real Prometheus scrapes the port, and reports what it understood. */
@Tag("optional-tools")
class PrometheusTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(120);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        LiveHttp.close();
    }

    @Test
    void whatItSaysOfARegionIsWhatWasMeasured() throws Exception {
        OptionalTools.require("prometheus");
        try (Measuring measuring = new Measuring("50,99")) {
            measuring.laps(7, "SELECT \"orders\" \\ all", "GET /orders/{id}");
            measuring.laps(1, "traced");
            measuring.laps(40, "SELECT \"orders\" \\ all", "GET /customers/{id}");
            int target = RawAsking.port(LiveHttp.open("127.0.0.1:0", TOKEN));
            int own = freePort();
            Process process = start(target, own);
            try {
                String api = "http://127.0.0.1:" + own + "/api/v1/";
                waitFor(api, "timemory_wall_clock_laps_total{region=~\"SELECT.*\"}", 47);
                assertEquals("SELECT \"orders\" \\ all",
                        query(api, "timemory_wall_clock_laps_total{region=~\"SELECT.*\"}").get(0).get("metric").get("region").asText());
                waitFor(api, "sum(timemory_wall_clock_lap_seconds_bucket{le=\"+Inf\",region=~\"SELECT.*\"})", 47);
                double ours = sample("timemory_wall_clock_seconds_total{region=\"GET /customers/{id}\"}");
                waitFor(api, "timemory_wall_clock_seconds_total{region=\"GET /customers/{id}\"}", ours);
                measuring.laps(3, "SELECT \"orders\" \\ all");
                waitFor(api, "timemory_wall_clock_laps_total{region=~\"SELECT.*\"}", 50);
                assertEquals(TestExemplars.TRACE, traceOf(api, "timemory_wall_clock_lap_seconds_bucket{region=\"traced\"}"));
                JsonNode scraped =
                        new ObjectMapper().readTree(HttpTestClient.get(api + "targets").body()).get("data").get("activeTargets").get(0);
                assertEquals("up", scraped.get("health").asText(), scraped.toString());
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
    }

    private Process start(int target, int own) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: timemory
                    authorization: {credentials_file: %s}
                    static_configs: [{targets: ['127.0.0.1:%d']}]
                """.formatted(token, target));
        return new ProcessBuilder(OptionalTools.require("prometheus"), "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + own, "--enable-feature=exemplar-storage").redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile()).start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static JsonNode query(String api, String expression) throws Exception {
        String body = HttpTestClient.get(api + "query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)).body();
        return new ObjectMapper().readTree(body).get("data").get("result");
    }

    private static String traceOf(String api, String expression) throws Exception {
        String url = api + "query_exemplars?start=" + (System.currentTimeMillis() / 1000 - 3600) + "&end="
                + (System.currentTimeMillis() / 1000 + 60)
                + "&query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
        JsonNode exemplars = new ObjectMapper().readTree(HttpTestClient.get(url).body()).get("data");
        return exemplars.get(0).get("exemplars").get(0).get("labels").get("trace_id").asText();
    }

    private void waitFor(String api, String expression, double expected) throws Exception {
        long begin = System.nanoTime();
        String last = "";
        while (System.nanoTime() - begin < PATIENCE) {
            try {
                JsonNode result = query(api, expression);
                last = result.toString();
                if (result.size() == 1 && result.get(0).get("value").get(1).asDouble() == expected) {
                    return;
                }
            } catch (IOException failure) {
                last = failure.toString();
            }
            Thread.sleep(200);
        }
        throw new AssertionError(expression + " is " + last + " and not " + expected + "; " + Files.readString(folder.resolve("log")));
    }

    private static double sample(String series) throws Exception {
        String text = HttpTestClient.get(LiveHttp.url() + "metrics").body();
        String line = text.lines().filter(one -> one.startsWith(series + " ")).findFirst().orElseThrow(() -> new AssertionError(text));
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    @Test
    void itsOwnToolHasNothingAgainstTheText() throws Exception {
        String promtool = OptionalTools.require("promtool");
        try (Measuring measuring = new Measuring("50")) {
            measuring.laps(7, "a \"b\" \\ \n c");
            Process process = new ProcessBuilder(promtool, "check", "metrics").redirectErrorStream(true).start();
            process.getOutputStream().write(HttpTestClient.bytes(LiveHttp.open(0) + "metrics"));
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes());
            assertEquals(0, process.waitFor(), said);
            assertEquals("", said);
        }
    }
}
