package timemory.live.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesPartialSuccess;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceResponse;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/** Receives profiles like a collector, and decodes them with OpenTelemetry's own message classes. */
final class Receiver implements AutoCloseable {

    final List<ExportProfilesServiceRequest> requests = new CopyOnWriteArrayList<>();
    final AtomicInteger refused = new AtomicInteger();
    final List<String> problems = new CopyOnWriteArrayList<>();

    /** The response status; messages that are not accepted are not stored. */
    volatile int status = 200;
    volatile String rejection = "";
    volatile String authorization;

    private final HttpServer server;

    Receiver() throws IOException {
        this(0);
    }

    Receiver(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
            check(exchange, "POST /v1development/profiles application/x-protobuf", body.length);
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            int answered = status;
            if (answered == 200) {
                requests.add(ExportProfilesServiceRequest.parseFrom(body));
            } else {
                refused.incrementAndGet();
            }
            byte[] reply = ExportProfilesServiceResponse.newBuilder().setPartialSuccess(
                    ExportProfilesPartialSuccess.newBuilder().setRejectedProfiles(rejection.isEmpty() ? 0 : 3).setErrorMessage(rejection))
                    .build().toByteArray();
            exchange.sendResponseHeaders(answered, reply.length);
            exchange.getResponseBody().write(reply);
        }
    }

    private void check(HttpExchange exchange, String wanted, int size) {
        String given = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Content-Type");
        if (!given.equals(wanted)) {
            problems.add(given);
        }
        if (size > 4 << 20) {
            problems.add(size + " bytes");
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Returns the sums of all received profiles of {@code type}, by stack, outermost function first. */
    Map<String, Long> sums(String type) {
        Map<String, Long> sums = new TreeMap<>();
        for (ExportProfilesServiceRequest request : requests) {
            for (Profile profile : profiles(request)) {
                if (request.getDictionary().getStringTable(profile.getSampleType().getTypeStrindex()).equals(type)) {
                    for (Sample sample : profile.getSamplesList()) {
                        sums.merge(stack(request.getDictionary(), sample), sample.getValues(0), Long::sum);
                    }
                }
            }
        }
        return sums;
    }

    static List<Profile> profiles(ExportProfilesServiceRequest request) {
        return request.getResourceProfiles(0).getScopeProfiles(0).getProfilesList();
    }

    private static String stack(ProfilesDictionary dictionary, Sample sample) {
        List<String> names = new ArrayList<>();
        for (int location : dictionary.getStackTable(sample.getStackIndex()).getLocationIndicesList()) {
            int function = dictionary.getLocationTable(location).getLines(0).getFunctionIndex();
            names.add(0, dictionary.getStringTable(dictionary.getFunctionTable(function).getNameStrindex()));
        }
        return String.join(">", names);
    }

    /** Returns the attributes of the process in the first message. */
    Map<String, String> attributes() {
        Map<String, String> attributes = new TreeMap<>();
        requests.get(0).getResourceProfiles(0).getResource().getAttributesList()
                .forEach(one -> attributes.put(one.getKey(), one.getValue().getStringValue()));
        return attributes;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
