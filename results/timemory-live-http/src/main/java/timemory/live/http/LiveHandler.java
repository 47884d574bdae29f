package timemory.live.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;
import timemory.live.slow.SlowLapRecorder;
import timemory.results.Results;

/**
 * Serves the process's results so far in the program's own HTTP server. Mount it at any path, by the adapters {@link LiveHttpHandler} and
 * {@link LiveServlet}, or by a few lines that convert a request to a {@link LiveRequest} and send the {@link LiveResponse}. {@link
 * LiveHttp} is a standalone server.
 *
 * <table> <caption>Below the mount</caption>
 * <tr><td>{@code /}</td><td>the live report, which updates every few seconds</td></tr>
 * <tr><td>{@code /slow}</td><td>a report of the recorded slow laps ({@code TIMEMORY_SLOW_LAP_THRESHOLDS}) at the time of the
 * request</td></tr>
 * <tr><td>{@code /results.json}</td><td>the data of the live report</td></tr>
 * <tr><td>{@code /metrics}</td><td>for Prometheus: OpenMetrics, or the older text format if requested</td></tr>
 * <tr><td>{@code /download?format=compact}</td><td>a file in any format; with {@code &of=slow}, of the slow laps</td></tr>
 * </table>
 *
 * <p>Only {@code GET} and {@code HEAD} are supported, and requests have no side effects. Responses contain region labels as the program
 * sets them; the report and most downloads also contain facts about the process, as in {@code metadata.json}.
 *
 * <p>Results are made once for all requests within a second, and rarely enough to take at most a tenth of a processor.
 *
 * <p>Thread-safe. The calling thread produces the response, and is not measured meanwhile.
 */
@ExperimentalTimemoryApi
public final class LiveHandler {

    private static final @Nullable String OF_OWNER = null;
    private static final String JSON = "application/json; charset=utf-8";
    private static final String A_SECOND = "1";

    private final Access access;
    private volatile @Nullable Page page;

    LiveHandler(Access access) {
        this.access = access;
    }

    /**
     * Returns a handler that serves clients which send {@code token} in the header {@code Authorization}, as {@code Bearer TOKEN} or as the
     * password of {@code Basic}.
     *
     * @throws IllegalArgumentException if the token has fewer than 16 or more than 1,024 characters, or anything but ASCII letters, digits
     * and punctuation
     */
    public static LiveHandler withToken(String token) {
        return new LiveHandler(Access.byToken(Token.of(token)));
    }

    /** Returns a handler that performs no authentication; use it only behind the program's own access control. */
    public static LiveHandler unauthenticated() {
        return new LiveHandler(Access.decided());
    }

    /** Returns the response to {@code question}. Does not throw: failures are reported in the response. */
    public LiveResponse answer(LiveRequest question) {
        LiveResponse refusal = refusal(question, () -> OF_OWNER);
        return refusal != null ? refusal : answerAsked(question);
    }

    /** Returns the response that rejects {@code question}; {@code null} if it is allowed. */
    @Nullable
    LiveResponse refusal(LiveRequest question, Supplier<@Nullable String> whyNotOwner) {
        return access.refusal(question, one -> isPage(one.path()), whyNotOwner);
    }

    /** Returns the response to a request that is not {@linkplain #refusal rejected}. */
    LiveResponse answerAsked(LiveRequest question) {
        try {
            return answerAllowed(question);
        } catch (PageData.TooMuchException failure) {
            return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, failure);
        } catch (UnsupportedOperationException exception) {
            return LiveResponse.text(LiveResponse.NOT_IMPLEMENTED, exception);
        } catch (RuntimeException failure) {
            return LiveResponse.text(LiveResponse.FAILED, "the request failed: " + Sanitizer.of(failure.toString()));
        }
    }

    private static boolean isPage(String path) {
        return path.isEmpty() || path.equals("/");
    }

    private LiveResponse answerAllowed(LiveRequest question) {
        if (!question.method().equals("GET") && !question.method().equals("HEAD")) {
            return LiveResponse.text(LiveResponse.NOT_ALLOWED, "only GET and HEAD are allowed").with("Allow", "GET, HEAD");
        }
        return switch (question.path()) {
            // Redirects to the mount with a trailing slash, because the report loads relative addresses.
            case "" -> LiveResponse.empty(LiveResponse.MOVED)
                    .with("Location", "./" + question.mount().substring(question.mount().lastIndexOf('/') + 1) + "/");
            case "/", "/results.json", "/metrics" -> answerOfResults(question);
            case "/download" -> isOfSlow(question) ? ofSlow(question) : answerOfResults(question);
            case "/slow" -> ofSlow(question);
            default -> LiveResponse.text(LiveResponse.NOT_FOUND, "available: /, /slow, /results.json, /metrics and /download?format=...");
        };
    }

    private LiveResponse answerOfResults(LiveRequest question) {
        Snapshots.Snapshot snapshot = Snapshots.OF_PROCESS.now();
        if (snapshot == null && question.path().equals("/")) {
            return page().with(PageData.ofNothing(), question);
        }
        if (snapshot == null) {
            return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, "this process is not measuring").with("Retry-After",
                    A_SECOND);
        }
        return switch (question.path()) {
            case "/" -> page().with(snapshot.data().plain(), question);
            case "/results.json" -> data(question, snapshot);
            case "/metrics" -> snapshot.metrics().answer(question);
            default -> Downloads.of(question.asked("format"), snapshot.results);
        };
    }

    private static boolean isOfSlow(LiveRequest question) {
        return "slow".equals(question.asked("of"));
    }

    private LiveResponse ofSlow(LiveRequest question) {
        Results slow;
        try {
            slow = SlowLapRecorder.INSTANCE.resultsSoFar();
        } catch (IllegalStateException failure) {
            return LiveResponse.text(LiveResponse.NOT_FOUND, failure);
        }
        if (question.path().equals("/download")) {
            return Downloads.of(question.asked("format"), slow);
        }
        return page().with(PageData.ofSlow(slow), question);
    }

    private static LiveResponse data(LiveRequest question, Snapshots.Snapshot snapshot) {
        String tag = "\"" + PageData.sessionOf(snapshot) + "-" + snapshot.number + "\"";
        if (tag.equals(question.header("If-None-Match"))) {
            return LiveResponse.empty(LiveResponse.UNCHANGED).with("ETag", tag);
        }
        return snapshot.data().answer(question, JSON).with("ETag", tag);
    }

    private Page page() {
        Page known = page;
        if (known == null) {
            known = Page.load();
            page = known;
        }
        return known;
    }
}
