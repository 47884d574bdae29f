package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.OpenRegion;
import timemory.tests.OptionalTools;

/** The port as browsers, Prometheus, other users and attackers see it. */
class LiveHttpTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final ObjectMapper JSON = new ObjectMapper();

    @AfterEach
    void close() {
        LiveHttp.close();
    }

    @Test
    void nothingIsOpenUnlessItIsAskedFor() {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "quiet");
            assertNull(LiveHttp.url());
        }
    }

    @Test
    void whatIsOpenIsThereForThisMachineAlone() throws Exception {
        String url = LiveHttp.open(0);
        assertTrue(url.matches("http://127\\.0\\.0\\.1:[0-9]+/"), url);
        assertEquals(url, LiveHttp.open(0), "one port is enough");
        LiveHttp.close();
        assertNull(LiveHttp.url());
        assertThrows(ConnectException.class, () -> RawAsking.connect(url).close());
    }

    @Tag("java17")
    @Test
    void theDataAreWhatIsMeasuredNowOpenRegionsIncluded() throws Exception {
        try (Measuring measuring = new Measuring(); OpenRegion open = measuring.open("serve")) {
            measuring.laps(3, "SELECT orders", "GET /orders/{id}");
            HttpResponse<String> answer = HttpTestClient.get(LiveHttp.open(0) + "results.json");
            assertEquals(200, answer.statusCode());
            JsonNode run = JSON.readTree(answer.body()).get("runs").get(0);
            assertEquals(JSON.readTree("[\"serve\",\"GET /orders/{id}\",\"SELECT orders\"]"), run.get("strings"));
            assertEquals(JSON.readTree("[1,1,3]"), run.get("nodes").get("laps"));
            assertEquals(JSON.readTree("[-1,0,1]"), run.get("nodes").get("parent"));
            assertTrue(run.get("components").get(0).get("sum").get(0).asLong() > 0, "the open lap has a value");
            assertEquals(JSON.readTree("[\"main\"]"), run.get("threads"), "who answers is not measured");
        }
    }

    @Test
    void slowLapsAreAPageOfTheirOwnAndFilesOfAnyFormat() throws Exception {
        try (Measuring measuring = new Measuring("", "trip_count>0")) {
            measuring.laps(1, "SELECT orders", "GET /orders/{id}");
            String url = LiveHttp.open(0);
            HttpResponse<String> page = HttpTestClient.get(url + "slow");
            assertEquals(200, page.statusCode());
            assertTrue(page.body().contains("GET /orders/{id}") && page.body().contains("SELECT orders"));
            assertEquals("GET /orders/{id};SELECT orders",
                    HttpTestClient.get(url + "download?format=collapsed&of=slow").body().lines()
                            .map(line -> line.substring(0, line.lastIndexOf(' ')))
                            .filter(line -> line.contains(";")).findFirst().orElseThrow());
        }
    }

    @Test
    void whoAsksForSlowLapsWhereNoneAreKeptIsToldHowTheyWouldBe() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            HttpResponse<String> answer = HttpTestClient.get(LiveHttp.open(0) + "slow");
            assertEquals(404, answer.statusCode());
            assertTrue(answer.body().contains("TIMEMORY_SLOW_LAP_THRESHOLDS"), answer.body());
        }
    }

    @Test
    void whoAsksAgainAtOnceIsToldThatNothingIsNew() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            String url = LiveHttp.open(0) + "results.json";
            HttpResponse<String> second = askedTwice(url);
            // On a busy machine a second may pass in between, so that there is something new, but not each time.
            for (int more = 0; more < 20 && second.statusCode() != 304; more++) second = askedTwice(url);
            assertEquals(304, second.statusCode());
            assertEquals("", second.body());
        }
    }

    private static HttpResponse<String> askedTwice(String url) throws Exception {
        String tag = HttpTestClient.get(url).headers().firstValue("ETag").orElseThrow();
        return HttpTestClient.get(url, "If-None-Match", tag);
    }

    @Test
    void aHundredWhoAskAtOnceHaveFewResultsMade() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            String url = LiveHttp.open(0) + "results.json";
            long begin = System.nanoTime();
            List<Long> numbers = IntStream.range(0, 100).parallel().mapToObj(i -> number(url)).distinct().toList();
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            assertTrue(numbers.size() <= seconds + 2, numbers + " within " + seconds + " s");
        }
    }

    private static long number(String url) {
        try {
            return JSON.readTree(HttpTestClient.get(url).body()).get("live").get("number").asLong();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void thePageHoldsTheDataAndRunsNothingButItsOwnScript() throws Exception {
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "</script><script>window.hostile = true</script>");
            HttpResponse<String> answer = HttpTestClient.get(LiveHttp.open(0));
            assertEquals(200, answer.statusCode());
            assertEquals("text/html; charset=utf-8", answer.headers().firstValue("Content-Type").orElseThrow());
            assertFalse(answer.body().contains("<script>window.hostile"), "a label ends the element around it");
            String policy = answer.headers().firstValue("Content-Security-Policy").orElseThrow();
            assertTrue(policy.matches("default-src 'none'; .*script-src 'sha256-[^']+'; .*connect-src 'self'; frame-ancestors 'none'"),
                    policy);
            assertTrue(answer.body().contains("connect-src 'self'\">"), "the page itself lets it ask");
        }
    }

    @Test
    void everyAnswerForbidsWhatNobodyNeeds() throws Exception {
        String url = LiveHttp.open(0);
        for (String path : List.of("", "metrics", "results.json", "nothing", "download?format=nothing")) {
            HttpResponse<String> answer = HttpTestClient.get(url + path);
            Map<String, String> expected =
                    Map.of("X-Content-Type-Options", "nosniff", "X-Frame-Options", "DENY", "Cache-Control", "no-store",
                            "Cross-Origin-Resource-Policy", "same-origin", "Referrer-Policy", "no-referrer");
            expected.forEach((name, value) -> assertEquals(value, answer.headers().firstValue(name).orElse("none"), path + " " + name));
            assertTrue(answer.headers().firstValue("Content-Security-Policy").orElse("").contains("frame-ancestors 'none'"), path);
            assertTrue(answer.headers().firstValue("Access-Control-Allow-Origin").isEmpty(), path);
        }
    }

    @Test
    void aNameThatOthersGaveThisMachineIsRefused() throws Exception {
        String url = LiveHttp.open(0);
        int port = RawAsking.port(url);
        for (String host : List.of("evil.example", "evil.example:" + port, "127.0.0.1.evil.example", "localhost.evil.example:" + port, "",
                "[::2]",
                "10.0.0.1:" + port)) {
            assertTrue(RawAsking.ask(url, "GET /results.json HTTP/1.1", "Host: " + host).startsWith("HTTP/1.1 403"), host);
        }
        assertTrue(RawAsking.ask(url, "GET /results.json HTTP/1.0").startsWith("HTTP/1.1 403"), "no name at all");
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            for (String host : List.of("localhost", "LOCALHOST:" + port, "127.0.0.1:" + port, "[::1]:" + port, "localhost:9999")) {
                assertTrue(RawAsking.ask(url, "GET /results.json HTTP/1.1", "Host: " + host).startsWith("HTTP/1.1 200"), host);
            }
        }
    }

    @Test
    void pagesOfOtherSitesMayNotAskButMayLinkToThePage() throws Exception {
        String url = LiveHttp.open(0);
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            assertEquals(403, HttpTestClient.get(url + "results.json", "Origin", "https://evil.example").statusCode());
            assertEquals(403, HttpTestClient.get(url + "results.json", "Origin", "null").statusCode());
            assertEquals(200, HttpTestClient.get(url + "results.json", "Origin", url.substring(0, url.length() - 1)).statusCode());
            assertEquals(403, HttpTestClient.get(url + "metrics", "Sec-Fetch-Site", "cross-site").statusCode());
            assertEquals(403,
                    HttpTestClient.get(url, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "iframe")
                            .statusCode());
            String[] link = {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"};
            assertEquals(200, HttpTestClient.get(url, link).statusCode());
            assertEquals(403, HttpTestClient.get(url + "download?format=compact", link).statusCode());
            assertEquals(200, HttpTestClient.get(url + "results.json", "Sec-Fetch-Site", "same-origin").statusCode());
        }
    }

    @Test
    void whatAProxyPassesOnNeedsAToken() throws Exception {
        String url = LiveHttp.open("127.0.0.1:0", TOKEN);
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            assertEquals(200, HttpTestClient.get(url + "metrics").statusCode());
            HttpResponse<String> answer = HttpTestClient.get(url + "metrics", "X-Forwarded-For", "203.0.113.7");
            assertEquals(401, answer.statusCode());
            assertEquals(200,
                    HttpTestClient.get(url + "metrics", "X-Forwarded-For", "203.0.113.7", "Authorization", "Bearer " + TOKEN).statusCode());
        }
    }

    @Test
    void nothingIsChangedOverHttp() throws Exception {
        String url = LiveHttp.open(0);
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")) {
            HttpResponse<String> answer = HttpTestClient.ask(method, url + "results.json");
            assertEquals(405, answer.statusCode(), method);
            assertEquals("GET, HEAD", answer.headers().firstValue("Allow").orElse(""), method);
        }
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            HttpResponse<String> head = HttpTestClient.ask("HEAD", url + "results.json");
            assertEquals(200, head.statusCode());
            assertTrue(head.headers().firstValueAsLong("Content-Length").orElse(0) > 0 && head.body().isEmpty());
        }
    }

    @Test
    void thereIsNothingElse() throws Exception {
        String url = LiveHttp.open(0);
        for (String path : List.of("/favicon.ico", "/results.json/", "/../etc/passwd", "//results.json", "/%2e%2e/metrics",
                "/metrics%00")) {
            String answer = RawAsking.ask(url, "GET " + path + " HTTP/1.1", "Host: localhost");
            assertTrue(answer.startsWith("HTTP/1.1 404") || answer.startsWith("HTTP/1.1 400"), path + ": " + answer);
        }
    }

    @Tag("java17")
    @Test
    void otherMachinesNeedTheToken() throws Exception {
        IllegalStateException refused = assertThrows(IllegalStateException.class,
                () -> HttpPort.open(Address.of("0.0.0.0:0"), null, HttpLimits.USUAL));
        assertTrue(refused.getMessage().contains("TIMEMORY_LIVE_HTTP_TOKEN_FILE"), refused.getMessage());

        String url = LiveHttp.open("0.0.0.0:0", TOKEN).replace("0.0.0.0", "127.0.0.1") + "metrics";
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            HttpResponse<String> without = HttpTestClient.get(url);
            assertEquals(401, without.statusCode());
            assertTrue(without.headers().firstValue("WWW-Authenticate").orElse("").startsWith("Basic "), "a browser asks for it");
            assertEquals(200, HttpTestClient.get(url, "Authorization", "Bearer " + TOKEN).statusCode());
            assertEquals(200, HttpTestClient.get(url, "Authorization", "bearer  " + TOKEN + " ").statusCode());
            assertEquals(200, HttpTestClient.get(url, "Authorization", basic("anybody:" + TOKEN)).statusCode());
            for (String wrong : List.of("Bearer " + TOKEN.replace('f', 'g'), "Bearer " + TOKEN.substring(1), "Bearer " + TOKEN + "0",
                    "Bearer", "Bearer ",
                    TOKEN, "Basic " + TOKEN, basic(TOKEN), basic(TOKEN + ":"), "Digest " + TOKEN, "Bearer \u00e9" + TOKEN)) {
                assertEquals(401, statusOf(url, wrong), wrong);
            }
            assertEquals(401, HttpTestClient.get(url + "?token=" + TOKEN).statusCode(), "addresses end in logs");
            assertEquals(401, HttpTestClient.get(url, "Cookie", "token=" + TOKEN).statusCode());
        }
    }

    private static int statusOf(String url, String authorization) throws Exception {
        String answer = RawAsking.ask(url, "GET /metrics HTTP/1.1", "Host: localhost", "Authorization: " + authorization);
        return Integer.parseInt(answer.split(" ")[1]);
    }

    private static String basic(String both) {
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes());
    }

    @Test
    void aTokenThatCouldBeGuessedIsNone() {
        assertThrows(IllegalArgumentException.class, () -> LiveHttp.open("127.0.0.1:0", "short"));
        assertThrows(IllegalArgumentException.class, () -> LiveHttp.open("127.0.0.1:0", "spaces are no part of it"));
        assertNull(LiveHttp.url());
    }

    @Test
    void anAddressIsANumber() {
        for (String wrong : List.of("", "http://localhost:1", "example.org:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", ":::1:80",
                "[::1]", "a\nb:1", "256.0.0.1:80")) {
            assertThrows(IllegalArgumentException.class, () -> LiveHttp.open(wrong, TOKEN), wrong);
        }
        assertEquals("/127.0.0.1:8421", Address.of("8421").toString());
        assertEquals("/127.0.0.1:8421", Address.of("localhost:8421").toString().replace("localhost", ""));
        assertTrue(Address.of("[::1]:8421").getAddress().isLoopbackAddress());
    }

    @Test
    void anotherUserOfThisMachineIsRefusedAndMayShowTheToken() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can be somebody else");
        OptionalTools.require("setpriv");
        String url = LiveHttp.open("127.0.0.1:0", TOKEN);
        try (Measuring measuring = new Measuring()) {
            measuring.laps(1, "once");
            String refused = asNobody(url, "GET /results.json HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n");
            assertTrue(refused.startsWith("HTTP/1.1 401"), refused);
            assertTrue(refused.contains("not user 65534"), refused);
            String shown = asNobody(url,
                    "GET /results.json HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\nAuthorization: Bearer " + TOKEN
                            + "\\r\\n\\r\\n");
            assertTrue(shown.startsWith("HTTP/1.1 200"), shown);
        }
    }

    private static String asNobody(String url, String request) throws Exception {
        String script = "exec 3<>/dev/tcp/127.0.0.1/" + RawAsking.port(url) + "; printf '" + request + "' >&3; cat <&3";
        Process process =
                new ProcessBuilder(OptionalTools.require("setpriv"), "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/bash", "-c",
                        script)
                        .redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            return new String(out.readAllBytes());
        }
    }

    @Tag("java17")
    @Test
    void whoIsSlowToAskIsLeftAndKeepsNobodyElseWaiting() throws Exception {
        HttpPort port = HttpPort.open(Address.of("0"), null, limits(500, 60_000));
        try {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Socket socket = RawAsking.connect(port.url());
                socket.getOutputStream().write("GET /results.json HTTP/1.1\r\nHost: local".getBytes());
                slow.add(socket);
            }
            assertEquals(404, HttpTestClient.get(port.url() + "nothing").statusCode());
            for (Socket socket : slow) {
                socket.setSoTimeout(60_000);
                assertTrue(endOf(socket), "the connection is closed");
                socket.close();
            }
        } finally {
            port.close();
        }
    }

    private static boolean endOf(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes().length >= 0;
        } catch (SocketTimeoutException ignored) {
            return false;
        } catch (IOException unused) {
            return true;
        }
    }

    private static HttpLimits limits(long requestMilliseconds, long answerMilliseconds) {
        return new HttpLimits(TimeUnit.MILLISECONDS.toNanos(requestMilliseconds), TimeUnit.MILLISECONDS.toNanos(answerMilliseconds));
    }

    @Test
    void whoConnectsAndSaysNothingTakesNoMoreThanAFewConnectionsAndNobodyElsesPlace() throws Exception {
        HttpPort port = HttpPort.open(Address.of("0"), null, HttpLimits.USUAL);
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                idle.add(RawAsking.connect(port.url()));
                assertTrue(port.connections() <= HttpLimits.MAX_CONNECTIONS, port.connections() + " connections");
                if (i % 50 == 49) assertEquals(404, HttpTestClient.get(port.url() + "nothing").statusCode());
            }
        } finally {
            for (Socket socket : idle) socket.close();
            port.close();
        }
    }

    @Test
    void whoIsRefusedTakesNobodyElsesPlaceEither() throws Exception {
        HttpPort port = HttpPort.open(Address.of("0"), null, HttpLimits.USUAL);
        List<Socket> refused = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * HttpLimits.MAX_CONNECTIONS; i++) {
                Socket socket = RawAsking.connect(port.url());
                socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes());
                refused.add(socket);
                assertEquals(404, HttpTestClient.get(port.url() + "nothing").statusCode());
            }
        } finally {
            for (Socket socket : refused) socket.close();
            port.close();
        }
    }

    @Tag("thorough")
    @Test
    void whoDoesNotTakeTheAnswerIsLeftAndWhoTakesItInPartsIsGivenTimeForEach() throws Exception {
        HttpPort port = HttpPort.open(Address.of("0"), null, limits(60_000, 8_000));
        List<Socket> idle = new ArrayList<>();
        try (Measuring measuring = new Measuring()) {
            String filler = "x".repeat(200);
            for (int i = 0; i < 40_000; i++) {
                measuring.laps(1, filler + i);
            }
            for (int i = 0; i < HttpLimits.MAX_ANSWERS; i++) {
                Socket socket = asked(port);
                assertEquals('H', socket.getInputStream().read(), "the answer has begun");
                idle.add(socket);
            }
            assertEquals(404, HttpTestClient.get(port.url() + "nothing").statusCode(), "others are answered");
            assertTrue(isWhole(takenInParts(asked(port))), "more than eight seconds in all");
            for (Socket socket : idle) {
                assertFalse(isWhole("H" + everythingOf(socket)), "nothing was taken for more than eight seconds");
            }
        } finally {
            for (Socket socket : idle) socket.close();
            port.close();
        }
    }

    private static Socket asked(HttpPort port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", RawAsking.port(port.url())));
        socket.getOutputStream().write("GET /results.json HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
        return socket;
    }

    private static boolean isWhole(String answer) {
        int body = answer.indexOf("\r\n\r\n") + 4;
        Matcher length = Pattern.compile("(?i)content-length: ([0-9]+)").matcher(answer);
        return answer.startsWith("HTTP/1.1 200") && length.find() && answer.length() - body == Long.parseLong(length.group(1));
    }

    private static String takenInParts(Socket socket) throws Exception {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        try (socket; InputStream in = socket.getInputStream()) {
            while (true) {
                byte[] part = in.readNBytes(1 << 20);
                taken.writeBytes(part);
                if (part.length < 1 << 20) return taken.toString(StandardCharsets.ISO_8859_1);
                Thread.sleep(1_500);
            }
        }
    }

    private static String everythingOf(Socket socket) {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        byte[] part = new byte[1 << 16];
        try (socket; InputStream in = socket.getInputStream()) {
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                taken.write(part, 0, count);
            }
        } catch (IOException ignored) {
            // The server has closed the connection as well.
        }
        return taken.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aRequestWithoutEndIsCutOff() throws Exception {
        String url = LiveHttp.open(0);
        String answer;
        try {
            answer = RawAsking.ask(url, "GET /results.json HTTP/1.1", "Host: localhost", "X: " + "x".repeat(1 << 20));
        } catch (IOException unused) {
            answer = "";
        }
        assertFalse(answer.startsWith("HTTP/1.1 200"), answer);
        assertEquals(404, HttpTestClient.get(url + "nothing").statusCode(), "others are answered as before");
    }

    @Test
    void thePortEndsWithTheSessionWhoseSettingsWantedIt() throws Exception {
        String printed = Child.run(List.of("TIMEMORY_LIVE_HTTP=0"), "ended");
        assertTrue(printed.contains("timemory: live results at http://127.0.0.1:"), printed);
        assertTrue(printed.contains("answered 200"), printed);
        assertTrue(printed.contains("after the session: null"), printed);
    }

    @Test
    void aProgramThatDoesNotAskForItLoadsNothingOfIt() throws Exception {
        List<String> loaded = Child.run(List.of(), "quiet", "-verbose:class").lines()
                .filter(line -> line.contains("timemory.live.http.") || line.contains("com.sun.net.httpserver"))
                .filter(line -> !line.contains(Child.class.getName())).toList();
        assertEquals(List.of(), loaded);
    }

    @Tag("java17")
    @Test
    void aProgramEndsThoughItsPortIsOpen() throws Exception {
        assertTrue(Child.run(List.of(), "open").contains("left open at http://127.0.0.1:"));
    }

    @Test
    void settingsThatCannotBeFollowedAreReportedAndTheProgramGoesOn() throws Exception {
        assertTrue(Child.run(List.of("TIMEMORY_LIVE_HTTP=nowhere"), "ended").contains("'nowhere' is not a listen address"));
        String without = Child.run(List.of("TIMEMORY_LIVE_HTTP=0.0.0.0:0"), "ended");
        assertTrue(without.contains("requires a token") && without.contains("the program went on"), without);
        Path file = Files.createTempFile("timemory-token", "");
        Files.writeString(file, "guess\n");
        String weak = Child.run(List.of("TIMEMORY_LIVE_HTTP=0.0.0.0:0", "TIMEMORY_LIVE_HTTP_TOKEN_FILE=" + file), "ended");
        assertTrue(weak.contains("a token has 16 to") && !weak.contains("guess"), weak);
        Files.writeString(file, TOKEN + "\n");
        String strong = Child.run(List.of("TIMEMORY_LIVE_HTTP=0.0.0.0:0", "TIMEMORY_LIVE_HTTP_TOKEN_FILE=" + file), "ended");
        assertTrue(strong.contains("answered 401"), strong);
        Files.delete(file);
    }

    @Test
    void whileNothingIsMeasuredThatIsSaid() throws Exception {
        String url = LiveHttp.open(0);
        HttpResponse<String> answer = HttpTestClient.get(url + "results.json");
        assertEquals(503, answer.statusCode());
        assertEquals("this process is not measuring\n", answer.body());
        assertEquals(200, HttpTestClient.get(url).statusCode(), "the page waits for it");
    }
}
