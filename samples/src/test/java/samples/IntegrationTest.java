package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import readme.Integration;
import timemory.Bundles;
import timemory.Timemory;
import timemory.results.CallGraph;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** The integration of docs/writing-integrations.md, in use. */
class IntegrationTest {
    private static final String PATH = "/orders";

    @Test
    void requestsAndWhatTheirTasksMeasureAreRegions() throws Exception {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpContext orders = server.createContext(PATH, exchange -> {
            Thread worker = new Thread(Integration.propagated(() -> Bundles.of("wall_clock").run("look up", () -> {})));
            worker.start();
            try {
                worker.join();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        orders.getFilters().add(new Integration.MeasuredExchanges("wall_clock"));
        server.start();
        Results results;
        try {
            URI address = URI.create("http://localhost:" + server.getAddress().getPort() + PATH);
            var response = HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
            assertEquals(204, response.statusCode());
        } finally {
            server.stop(0);
            results = Timemory.finalize();
        }
        CallGraph graph = results.get("wall_clock");
        assertNotNull(graph.find("request", "GET /orders", "look up"));
    }
}
