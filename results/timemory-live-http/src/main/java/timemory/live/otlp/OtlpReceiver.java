package timemory.live.otlp;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends messages to a receiver by HTTP (OTLP specification, "OTLP/HTTP"). */
final class OtlpReceiver {

    /** The outcome of sending a message. */
    enum Outcome {
        ACCEPTED,
        /** It was not accepted, and may be sent again. */
        LATER,
        /** It was rejected, or may have been accepted: if it were sent again, it might count twice. */
        LOST
    }

    /** @param problem a sentence; {@code null} if there is none */
    record Reply(Outcome outcome, @Nullable String problem) {}

    private static final int OK = 200;
    private static final int BEYOND_OK = 300;
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);
    private static final int MAX_REASON_LENGTH = 200;

    /** The client's own limits come first, because they distinguish an unreachable receiver from one that does not respond. */
    private static final int GRACE_MILLISECONDS = 250;

    private final HttpClient client;
    private final URI address;
    private final Map<String, String> headers;

    /** @param headers as {@link OtlpEnvironment#headers} has checked them: for others, an error message would contain the header */
    OtlpReceiver(URI address, Map<String, String> headers, Duration timeout) {
        this.client = HttpClient.newBuilder().connectTimeout(timeout).followRedirects(HttpClient.Redirect.NEVER).build();
        this.address = address;
        this.headers = headers;
        request(new byte[0], timeout); // reports an invalid configuration at once
    }

    private HttpRequest request(byte[] packed, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(timeout);
        headers.forEach(request::header);
        return request.setHeader("Content-Type", "application/x-protobuf").setHeader("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(packed)).build();
    }

    /**
     * Sends a message that is {@code packed} with gzip. Waits at most {@code timeout} for the complete response. An interrupted thread does
     * not wait either, and stays interrupted.
     */
    Reply send(byte[] packed, Duration timeout) {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request(packed, timeout), headers -> new ShortBody());
        try {
            HttpResponse<byte[]> response = answer.get(timeout.toMillis() + GRACE_MILLISECONDS, TimeUnit.MILLISECONDS);
            int status = response.statusCode();
            if (status >= OK && status < BEYOND_OK) {
                return new Reply(Outcome.ACCEPTED, PartialSuccess.of(response.body()));
            }
            return new Reply(BUSY.contains(status) ? Outcome.LATER : Outcome.LOST, address.getHost() + " answers " + status);
        } catch (ExecutionException failure) {
            return failed(failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Reply(Outcome.LOST, address.getHost() + " had not responded when the session ended");
        } catch (TimeoutException failure) {
            return failed(new HttpTimeoutException("no response within " + timeout.toMillis() + " ms"));
        } finally {
            answer.cancel(true);
        }
    }

    private Reply failed(@Nullable Throwable why) {
        if (why instanceof ConnectException || why instanceof HttpConnectTimeoutException) {
            return new Reply(Outcome.LATER, address.getHost() + ":" + address.getPort() + " refuses connections");
        }
        return new Reply(Outcome.LOST, "sending to " + address.getHost() + " failed: " + shortened(String.valueOf(why)));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_REASON_LENGTH ? text : text.substring(0, MAX_REASON_LENGTH) + "...";
    }
}
