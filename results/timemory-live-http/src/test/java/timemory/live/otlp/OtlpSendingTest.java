package timemory.live.otlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.TripCount;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.live.JvmGzipKt;
import timemory.live.LiveProperties;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** Receivers of OpenTelemetry profiles get all results, each lap once. */
@Timeout(120)
class OtlpSendingTest {

    private static final Bundle2<WallClock, TripCount> TOOLS = Bundles.of(WallClock.class, TripCount.class);

    private static void begin(String endpoint, String interval) {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        LiveProperties.setOtlpEndpoint(settings, endpoint);
        LiveProperties.setOtlpInterval(settings, interval);
        Timemory.init(settings);
    }

    private static void laps(int count) {
        TOOLS.run("page", () -> {
            for (int i = 0; i < count; i++) {
                TOOLS.run("query", () -> {});
            }
        });
    }

    private static void waitFor(Receiver receiver, int messages) throws InterruptedException {
        waitUntil(() -> receiver.requests.size() >= messages);
    }

    /** The class's timeout interrupts it. */
    private static void waitUntil(BooleanSupplier isSo) throws InterruptedException {
        while (!isSo.getAsBoolean()) Thread.sleep(20);
    }

    @Test
    void intervalsAddUpToWhatWasMeasured() throws Exception {
        try (Receiver receiver = new Receiver()) {
            begin(receiver.url(), "100ms");
            try (OpenRegion open = TOOLS.open("whole")) {
                for (int part = 1; part <= 4; part++) {
                    laps(10 * part);
                    waitFor(receiver, part);
                }
            }
            Results all = Timemory.finalize();
            assertEquals(List.of(), receiver.problems);
            assertEquals(Map.of("whole", 1L, "whole>page", 4L, "whole>page>query", 100L), receiver.sums("laps"));
            long sent = receiver.sums("wall_clock").values().stream().mapToLong(Long::longValue).sum();
            assertEquals(all.get("wall_clock").getRoots().get(0).getInclusive().getExactSum(), sent);
            assertDeltasFollowEachOther(receiver.requests);
        }
    }

    @Test
    void theTimeOfAnOpenLapComesAsItPassesAndTheLapOnceWhenItEnds() throws Exception {
        try (Receiver receiver = new Receiver()) {
            begin(receiver.url(), "100ms");
            Map<String, Long> lapsSoFar;
            Map<String, Long> timeSoFar;
            try (OpenRegion open = TOOLS.open("whole")) {
                waitFor(receiver, 2);
                lapsSoFar = receiver.sums("laps");
                timeSoFar = receiver.sums("wall_clock");
            }
            long all = Timemory.finalize().get("wall_clock").find("whole").getInclusive().getExactSum();
            assertEquals(Map.of(), lapsSoFar);
            assertTrue(timeSoFar.get("whole") > 0);
            assertEquals(Map.of("whole", 1L), receiver.sums("laps"));
            assertEquals(Map.of("whole", all), receiver.sums("wall_clock"));
        }
    }

    @Test
    void anIntervalFollowsTheOneBeforeUnlessTheClockWasSet() {
        assertEquals(5_000, OtlpSender.beginOfNext(5_000, 900_000_000));
        assertEquals(5_000, OtlpSender.beginOfNext(5_000, -900_000_000));
        assertEquals(2_000_000_000L, OtlpSender.beginOfNext(5_000, 2_000_000_000L));
        assertEquals(-2_000_000_000L, OtlpSender.beginOfNext(5_000, -2_000_000_000L));
    }

    private static void assertDeltasFollowEachOther(List<ExportProfilesServiceRequest> requests) {
        long end = 0;
        for (ExportProfilesServiceRequest request : requests) {
            var profile = Receiver.profiles(request).get(0);
            assertTrue(profile.getDurationNano() > 0);
            if (end != 0) assertEquals(end, profile.getTimeUnixNano(), "an interval begins where the one before ended");
            end = profile.getTimeUnixNano() + profile.getDurationNano();
        }
    }

    @Test
    void theLastPartIsSentAtTheEnd() throws Exception {
        try (Receiver receiver = new Receiver()) {
            begin(receiver.url() + "/", "1h");
            laps(7);
            Timemory.finalize();
            assertEquals(Map.of("page", 1L, "page>query", 7L), receiver.sums("laps"));
            assertTrue(receiver.attributes().get("service.name").startsWith("unknown_service"), receiver.attributes().toString());
        }
    }

    @Test
    void whatAReceiverCouldNotTakeComesLater() throws Exception {
        try (Receiver receiver = new Receiver()) {
            receiver.status = 503;
            begin(receiver.url(), "100ms");
            laps(3);
            waitUntil(() -> receiver.refused.get() > 0);
            receiver.status = 200;
            laps(4);
            Timemory.finalize();
            assertEquals(7L, receiver.sums("laps").get("page>query"));
        }
    }

    @Test
    void aReceiverThatIsAwayIsNotWaitedFor() throws Exception {
        int free;
        try (Receiver receiver = new Receiver()) {
            free = receiver.port();
        }
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true));
        try {
            begin("http://127.0.0.1:" + free, "100ms");
            laps(3);
            waitUntil(() -> errors.toString().contains("127.0.0.1:" + free + " refuses connections"));
        } finally {
            System.setErr(before);
        }
        assertEquals(3L, Timemory.finalize().get("trip_count").getRoots().get(0).getChildren().get(0).getInclusive().getLaps());
    }

    @Test
    void whatIsRefusedIsNotSentAgain() throws Exception {
        try (Receiver receiver = new Receiver()) {
            OtlpQueue queue = new OtlpQueue(new OtlpReceiver(new OtlpEnvironment(Map.of()).address(receiver.url()), Map.of(), SHORT));
            receiver.status = 400;
            queue.add(new byte[0]);
            queue.send(() -> SHORT);
            assertEquals(0, queue.size());
        }
    }

    @Test
    void thatSomethingIsLostIsSaidAfterItWasSaidToBeKeptAsWell() throws Exception {
        try (Receiver receiver = new Receiver()) {
            List<String> told = new ArrayList<>();
            OtlpReceiver sender = new OtlpReceiver(new OtlpEnvironment(Map.of()).address(receiver.url()), Map.of(), SHORT);
            OtlpQueue queue = new OtlpQueue(sender, told::add);
            for (int status : new int[] {503, 503, 400, 400, 200, 400}) {
                receiver.status = status;
                queue.add(new byte[0]);
                queue.send(() -> SHORT);
            }
            String kept = "127.0.0.1 answers 503; the data are kept and sent later";
            String lost = "127.0.0.1 answers 400; the profiles of this interval are lost";
            assertEquals(List.of(kept, lost, lost), told);
        }
    }

    /** The receiver may have stored it, and sums the data that it receives. */
    @Test
    void whatIsInterruptedBeforeItsAnswerIsNotSentAgain() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            List<String> told = new ArrayList<>();
            OtlpReceiver sender = new OtlpReceiver(URI.create("http://127.0.0.1:" + silent.getLocalPort()), Map.of(), SHORT);
            OtlpQueue queue = new OtlpQueue(sender, told::add);
            queue.add(new byte[0]);
            Thread thread = new Thread(() -> queue.send(() -> SHORT));
            thread.start();
            try (Socket taken = silent.accept()) {
                assertEquals('P', taken.getInputStream().read());
                thread.interrupt();
                thread.join(20_000);
                assertFalse(thread.isAlive());
            }
            assertEquals(0, queue.size());
            assertEquals(List.of("127.0.0.1 had not responded when the session ended; the profiles of this interval are lost"), told);
        }
    }

    @Test
    void anInterruptedThreadBeginsNoMessage() throws Exception {
        try (Receiver receiver = new Receiver()) {
            List<String> told = new ArrayList<>();
            OtlpReceiver sender = new OtlpReceiver(new OtlpEnvironment(Map.of()).address(receiver.url()), Map.of(), SHORT);
            OtlpQueue queue = new OtlpQueue(sender, told::add);
            queue.add(new byte[0]);
            queue.add(new byte[0]);
            Thread.currentThread().interrupt();
            queue.send(() -> SHORT);
            assertTrue(Thread.interrupted());
            assertEquals(2, queue.size());
            queue.giveUp();
            assertEquals(List.of("2 messages could not be sent before the end"), told);
        }
    }

    private static final Duration SHORT = Duration.ofSeconds(30);

    @Test
    void memoryForWhatWaitsIsBounded() throws Exception {
        try (Receiver receiver = new Receiver()) {
            OtlpQueue queue = new OtlpQueue(new OtlpReceiver(new OtlpEnvironment(Map.of()).address(receiver.url()), Map.of(), SHORT));
            receiver.status = 503;
            byte[] noise = new byte[3 << 20];
            new java.util.Random(1).nextBytes(noise);
            for (int i = 0; i < 20; i++) {
                queue.add(noise);
            }
            assertEquals(OtlpQueue.MAX_BYTES / noise.length, queue.size());
            queue.send(() -> SHORT);
            assertEquals(OtlpQueue.MAX_BYTES / noise.length, queue.size());
        }
    }

    @Test
    void secretsOfHeadersComeFromTheEnvironmentAlone() throws IOException, InterruptedException {
        OtlpEnvironment environment = new OtlpEnvironment(Map.of("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Basic%20YTpi, x-scope=a+b"));
        assertEquals(Map.of("Authorization", "Basic YTpi", "x-scope", "a+b"), environment.headers());
        try (Receiver receiver = new Receiver()) {
            OtlpReceiver sender = new OtlpReceiver(environment.address(receiver.url()), environment.headers(), SHORT);
            assertEquals(OtlpReceiver.Outcome.ACCEPTED, sender.send(JvmGzipKt.gzip(new byte[0]), SHORT).outcome());
            assertEquals("Basic YTpi", receiver.authorization);
        }
        IllegalArgumentException failure = assertThrows(IllegalArgumentException.class,
                () -> new OtlpEnvironment(Map.of("OTEL_EXPORTER_OTLP_HEADERS", "s3cret")).headers());
        assertFalse(failure.getMessage().contains("s3cret"));
    }

    @Test
    void whatIsWrongWithAHeaderIsSaidWithoutIt() {
        for (String headers : List.of("Authorization: Bearer s3cret==", "authorization=Bearer%20s3cret%0Ax",
                "authorization: Bearer s3%cret=x%",
                "Host=s3cret", "x\ny=s3cret")) {
            IllegalArgumentException failure = assertThrows(IllegalArgumentException.class,
                    () -> new OtlpReceiver(URI.create("http://localhost:1"),
                            new OtlpEnvironment(Map.of("OTEL_EXPORTER_OTLP_HEADERS", headers)).headers(), SHORT),
                    headers);
            assertTrue(failure.getMessage().startsWith("OTEL_EXPORTER_OTLP_HEADERS"), failure.getMessage());
            assertFalse(failure.getMessage().contains("s3"), failure.getMessage());
            assertFalse(failure.getMessage().contains("\n"), failure.getMessage());
        }
    }

    @Test
    void whatIsWrongWithAHeaderIsSaidWithItsVariableAndItsPlaceThere() {
        Map<String, String> wrong = Map.of(
                "a=1,a=2,b c=3", ": the name of header 3 has an illegal character: write name=value,name=value",
                "a=1,a=2%0A,a=3", ": the value of header 2 has an illegal character",
                "a=1,a=2,Host=3", ": header 3 is reserved for HTTP itself, such as Host",
                "a=1,a=2,b=%", ": the value of pair 3 has a '%' without digits");
        wrong.forEach((headers, problem) -> {
            for (String variable : List.of("OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_PROFILES_HEADERS")) {
                OtlpEnvironment environment = new OtlpEnvironment(variable.equals("OTEL_EXPORTER_OTLP_HEADERS")
                        ? Map.of(variable, headers)
                        : Map.of(variable, headers, "OTEL_EXPORTER_OTLP_HEADERS", "x=1"));
                assertEquals(variable + problem, assertThrows(IllegalArgumentException.class, environment::headers).getMessage());
            }
        });
    }

    @Test
    void whatIsRejectedInPartIsReported() throws Exception {
        try (Receiver receiver = new Receiver()) {
            OtlpReceiver sender = new OtlpReceiver(new OtlpEnvironment(Map.of()).address(receiver.url()), Map.of(), SHORT);
            assertNull(sender.send(JvmGzipKt.gzip(new byte[0]), SHORT).problem());
            receiver.rejection = "no room";
            assertEquals("the receiver rejects 3 profiles: no room", sender.send(JvmGzipKt.gzip(new byte[0]), SHORT).problem());
        }
    }

    /** Starts a receiver that sends {@code answer} repeatedly, every {@code pause} milliseconds. */
    private static ServerSocket endless(byte[] answer, long pause) throws IOException {
        ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket one = server.accept()) {
                    one.getOutputStream().write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        one.getOutputStream().write(answer);
                        Thread.sleep(pause);
                    }
                } catch (IOException | InterruptedException ignored) {
                    // nothing reads it any longer
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    @Test
    void ofAnAnswerWithoutAnEndTheFirstBytesAreRead() throws Exception {
        try (ServerSocket server = endless(new byte[1 << 16], 0)) {
            URI address = URI.create("http://127.0.0.1:" + server.getLocalPort());
            OtlpReceiver receiver = new OtlpReceiver(address, Map.of(), SHORT);
            OtlpReceiver.Reply reply = receiver.send(JvmGzipKt.gzip(new byte[0]), SHORT);
            assertEquals(new OtlpReceiver.Reply(OtlpReceiver.Outcome.ACCEPTED, null), reply);
        }
    }

    @Test
    void anAnswerThatComesByteByByteIsNotWaitedFor() throws Exception {
        try (ServerSocket server = endless(new byte[1], 50)) {
            URI address = URI.create("http://127.0.0.1:" + server.getLocalPort());
            OtlpReceiver receiver = new OtlpReceiver(address, Map.of(), SHORT);
            OtlpReceiver.Reply reply = receiver.send(JvmGzipKt.gzip(new byte[0]), Duration.ofMillis(500));
            assertEquals(OtlpReceiver.Outcome.LOST, reply.outcome());
        }
    }

    @Test
    void answersInOtherFormsSayNothing() throws InvalidProtocolBufferException {
        byte[][] answers =
                {"{}".getBytes(), new byte[] {10, 127}, new byte[] {10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1}, {8, 1}, {13}};
        for (byte[] answer : answers) {
            assertNull(PartialSuccess.of(answer));
        }
    }

    @Test
    void addressesAreThoseOfReceivers() {
        OtlpEnvironment environment = new OtlpEnvironment(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector:4318/otlp/"));
        assertEquals(URI.create("https://collector:4318/otlp/v1development/profiles"), environment.address("default"));
        assertEquals(URI.create("http://localhost:4318/v1development/profiles"), new OtlpEnvironment(Map.of()).address("default"));
        assertEquals(URI.create("http://a/v1development/profiles"), environment.address("http://a/v1development/profiles"));
        for (String wrong : List.of("collector:4318", "ftp://a", "http://", "http://a b", "x")) {
            IllegalArgumentException failure = assertThrows(IllegalArgumentException.class, () -> environment.address(wrong), wrong);
            assertTrue(failure.getMessage().contains("'" + wrong + "'"), failure.getMessage());
        }
        for (String secret : List.of("http://user:s3cret@a", "http://a?key=s3cret", "http://a/b#s3cret", "user:s3cret@a")) {
            IllegalArgumentException failure = assertThrows(IllegalArgumentException.class, () -> environment.address(secret));
            assertFalse(failure.getMessage().contains("s3cret"), failure.getMessage());
        }
    }

    @Test
    void theProcessIsNamedAsItsVariablesSay() {
        OtlpEnvironment environment = new OtlpEnvironment(
                Map.of("OTEL_RESOURCE_ATTRIBUTES", "service.name=shop,deployment.environment.name=a%2Cb"));
        assertEquals(Map.of("service.name", "shop", "deployment.environment.name", "a,b"), environment.attributes());
    }
}
