package timemory.micronaut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import timemory.Timemory;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** Requests of a Micronaut server are regions by route, whichever threads answer them. */
class MeasuredRequestsTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private EmbeddedServer server;

    @BeforeEach
    void begin() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
    }

    @AfterEach
    void end() {
        if (server != null) server.close();
        if (Timemory.isInitialized()) Timemory.finalize();
    }

    private void start(Map<String, Object> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("micronaut.server.port", -1);
        all.put("reactor.enable-schedule-hook-context-propagation", true);
        server = ApplicationContext.run(EmbeddedServer.class, all);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + server.getPort() + path);
        return client.send(HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private Results results() {
        server.close();
        return Timemory.finalize();
    }

    @Test
    void requestsAreRegionsByTheirRoutesWhicheverThreadsAnswerThem() throws Exception {
        start(Map.of());
        for (int i = 0; i < 3; i++) assertEquals("order " + i, get("/orders/" + i + "?secret=1").body());
        assertEquals("blocked", get("/blocking").body());
        assertEquals("reactive", get("/reactive").body());
        assertEquals("later", get("/later").body());
        assertEquals(500, get("/fails").statusCode());
        HttpResponse<String> nowhere = get("/nowhere/secret");
        assertEquals(404, nowhere.statusCode(), nowhere.body());
        Results results = results();
        assertEquals(List.of(), results.getProblems());
        assertEquals(List.of(
                "request 8", "request > GET (no route) 1", "request > GET /blocking 1", "request > GET /blocking > wait 1",
                "request > GET /fails 1", "request > GET /later 1", "request > GET /orders/{id} 3", "request > GET /orders/{id} > load 3",
                "request > GET /reactive 1", "request > GET /reactive > step 1"), paths(results));
        double whole = find(results, "wall_clock", "GET /reactive").getInclusive().sum(0);
        double active = find(results, "active_time", "GET /reactive").getInclusive().sum(0);
        assertTrue(whole >= 20e6 && active < whole, active + " of " + whole + " ns");
    }

    @Test
    void manyAtOnceAreToldApart() throws Exception {
        start(Map.of());
        ExecutorService customers = Executors.newFixedThreadPool(8);
        CountDownLatch done = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            String path = i % 2 == 0 ? "/reactive" : "/blocking";
            customers.execute(() -> {
                try {
                    if (get(path).statusCode() == 200) done.countDown();
                } catch (IOException | InterruptedException failure) {
                    throw new IllegalStateException(failure);
                }
            });
        }
        assertTrue(done.await(120, TimeUnit.SECONDS), () -> done.getCount() + " were not answered");
        customers.shutdown();
        assertEquals(List.of("request 200", "request > GET /blocking 100", "request > GET /blocking > wait 100",
                "request > GET /reactive 100", "request > GET /reactive > step 100"), paths(results()));
    }

    @Test
    void theyCanBeSwitchedOffAndMeasuredByOtherComponents() throws Exception {
        start(Map.of("timemory.requests.enabled", "false"));
        assertEquals("order 1", get("/orders/1").body());
        assertEquals(List.of("load 1"), paths(results()));
        begin();
        start(Map.of("timemory.requests.components", "wall_clock, trip_count"));
        assertEquals("order 1", get("/orders/1").body());
        assertEquals(1, find(results(), "trip_count", "GET /orders/{id}").getInclusive().getLaps());
    }

    private static CallGraphNode find(Results results, String component, String label) {
        for (CallGraphNode root : results.get(component).getRoots()) {
            for (CallGraphNode child : root.getChildren()) {
                if (child.getLabel().equals(label)) return child;
            }
        }
        throw new AssertionError("no " + label);
    }

    private static List<String> paths(Results results) {
        List<String> paths = new ArrayList<>();
        for (CallGraphNode root : results.get("wall_clock").getRoots()) add(root, "", paths);
        paths.sort(null);
        return paths;
    }

    private static void add(CallGraphNode node, String above, List<String> paths) {
        String path = above + node.getLabel();
        paths.add(path + " " + node.getInclusive().getLaps());
        for (CallGraphNode child : node.getChildren()) add(child, path + " > ", paths);
    }
}
