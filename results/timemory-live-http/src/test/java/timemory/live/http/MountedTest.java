package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;

/** The handler mounted in the program's own servers. */
class MountedTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final String[] SHOWN = {"Authorization", "Bearer " + TOKEN};

    private interface Use {
        void of(String url) throws Exception;
    }

    private static void inTheJdksServer(LiveHandler handler, Use use) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/timemory", new LiveHttpHandler(handler));
        server.start();
        try {
            use.of("http://127.0.0.1:" + server.getAddress().getPort() + "/timemory");
        } finally {
            server.stop(0);
        }
    }

    private static void inTomcat(LiveHandler handler, Use use) throws Exception {
        Path base = Files.createTempDirectory("timemory-tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        Context context = tomcat.addContext("/app", base.toString());
        Tomcat.addServlet(context, "timemory", new LiveServlet(handler));
        context.addServletMappingDecoded("/timemory/*", "timemory");
        tomcat.start();
        try {
            use.of("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/app/timemory");
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    private static void isAnswered(String url, String... headers) throws Exception {
        HttpResponse<String> moved = HttpTestClient.get(url, headers);
        assertEquals(308, moved.statusCode());
        assertEquals("./timemory/", moved.headers().firstValue("Location").orElse(""));
        HttpResponse<String> page = HttpTestClient.get(url + "/", headers);
        assertEquals(200, page.statusCode());
        assertTrue(page.headers().firstValue("Content-Security-Policy").orElse("").contains("frame-ancestors 'none'"));
        assertTrue(page.body().contains("timemory-data"));
        assertTrue(HttpTestClient.get(url + "/metrics", headers).body().contains("timemory_wall_clock_laps_total{region=\"GET /\"} 3"));
        assertEquals(200, HttpTestClient.get(url + "/results.json", headers).statusCode());
        assertEquals(200, HttpTestClient.get(url + "/download?format=compact", headers).statusCode());
        assertEquals(404, HttpTestClient.get(url + "/else", headers).statusCode());
        assertEquals(404, HttpTestClient.get(url + "X/metrics", headers).statusCode());
        assertEquals(405, HttpTestClient.ask("POST", url + "/metrics", headers).statusCode());
        assertEquals(403, HttpTestClient.get(url + "/metrics", concat(headers, "Origin", "https://evil.example")).statusCode());
    }

    private static String[] concat(String[] headers, String... more) {
        return Stream.concat(Arrays.stream(headers), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void aServerOfTheJdkAnswersWhoeverShowsTheToken() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(3, "GET /");
            inTheJdksServer(LiveHandler.withToken(TOKEN), url -> {
                isAnswered(url, SHOWN);
                for (String path : List.of("", "/", "/metrics", "/results.json", "/download?format=compact", "/else")) {
                    assertEquals(401, HttpTestClient.get(url + path).statusCode(), "also from this machine: " + path);
                }
            });
        }
    }

    @Test
    void aServletContainerAnswersWhoeverShowsTheToken() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(3, "GET /");
            inTomcat(LiveHandler.withToken(TOKEN), url -> {
                isAnswered(url, SHOWN);
                assertEquals(401, HttpTestClient.get(url + "/metrics").statusCode());
            });
        }
    }

    @Test
    void aProgramThatDecidesItselfWhoGetsThereNeedsNoToken() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(3, "GET /");
            inTheJdksServer(LiveHandler.unauthenticated(), url -> isAnswered(url));
        }
    }
}
