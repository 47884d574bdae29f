package timemory.live.http;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;
import timemory.live.slow.SlowLapRecorder;
import timemory.results.Results;

/**
 * Answers what this process has measured so far, in a server of the program's own: mounted at a path of any, by the adapters {@link
 * LiveHttpHandler} and {@link LiveServlet} or by a few lines that make a {@link LiveRequest} of a request and send the {@link
 * LiveResponse}. {@link LiveHttp} has a server for it.
 *
 * <table>
 * <caption>Below the mount</caption>
 * <tr><td>{@code /}</td><td>the page, which shows what is new every few seconds</td></tr>
 * <tr><td>{@code /slow}</td><td>a page of the slow laps that are kept ({@code TIMEMORY_SLOW_LAP_THRESHOLDS}), as they are when it is
 * asked for</td></tr>
 * <tr><td>{@code /results.json}</td><td>what the page reads</td></tr>
 * <tr><td>{@code /metrics}</td><td>for Prometheus: OpenMetrics, or its older text where that is asked for</td></tr>
 * <tr><td>{@code /download?format=compact}</td><td>a file of any format; with {@code &of=slow}, of slow laps</td></tr>
 * </table>
 *
 * <p>All of them are read, by {@code GET} and {@code HEAD}; nothing changes by them. They hold labels of regions, as the program gives
 * them, and of the page and most downloads facts of the process: what {@code metadata.json} has.
 *
 * <p>Results are made once for all who ask within a second, and seldom enough for it to take a tenth of a processor at most.
 *
 * <p>May be called from any thread. The calling thread makes the answer, and is not measured for it.
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
     * One that answers whoever shows {@code token} in the header {@code Authorization}, as {@code Bearer TOKEN} or as the password of
     * {@code Basic}.
     *
     * @throws IllegalArgumentException for fewer than 16 characters, more than 1,024, and others than letters, digits and marks of ASCII
     */
    public static LiveHandler withToken(String token) {
        return new LiveHandler(Access.byToken(Token.of(token)));
    }

    /** One that answers everybody: for programs that let nobody get as far who may not see what they measure. */
    public static LiveHandler unauthenticated() {
        return new LiveHandler(Access.decided());
    }

    /** The answer to {@code question}. Does not throw: what fails is said in the answer. */
    public LiveResponse answer(LiveRequest question) {
        LiveResponse refusal = refusal(question, () -> OF_OWNER);
        return refusal != null ? refusal : answerAsked(question);
    }

    /** Why {@code question} is not answered; {@code null} where it is. */
    @Nullable
    LiveResponse refusal(LiveRequest question, Supplier<@Nullable String> whyNotOwner) {
        return access.refusal(question, one -> isPage(one.path()), whyNotOwner);
    }

    /** The answer to a question that is not {@linkplain #refusal refused}. */
    LiveResponse answerAsked(LiveRequest question) {
        try {
            return answerAllowed(question);
        } catch (PageData.TooMuchException failure) {
            return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, failure);
        } catch (UnsupportedOperationException exception) {
            return LiveResponse.text(LiveResponse.NOT_IMPLEMENTED, exception);
        } catch (RuntimeException failure) {
            return LiveResponse.text(LiveResponse.FAILED, "this cannot be answered: " + Sanitizer.of(failure.toString()));
        }
    }

    private static boolean isPage(String path) {
        return path.isEmpty() || path.equals("/");
    }

    private LiveResponse answerAllowed(LiveRequest question) {
        if (!question.method().equals("GET") && !question.method().equals("HEAD")) {
            return LiveResponse.text(LiveResponse.NOT_ALLOWED, "there is nothing to be changed here").with("Allow", "GET, HEAD");
        }
        return switch (question.path()) {
            // The page asks for what stands beside it, which is below the mount with a slash at the end alone.
            case "" -> LiveResponse.empty(LiveResponse.MOVED)
                    .with("Location", "./" + question.mount().substring(question.mount().lastIndexOf('/') + 1) + "/");
            case "/", "/results.json", "/metrics" -> answerOfResults(question);
            case "/download" -> isOfSlow(question) ? ofSlow(question) : answerOfResults(question);
            case "/slow" -> ofSlow(question);
            default -> LiveResponse.text(LiveResponse.NOT_FOUND, "there are /, /slow, /results.json, /metrics and /download?format=...");
        };
    }

    private LiveResponse answerOfResults(LiveRequest question) {
        Snapshots.Snapshot snapshot = Snapshots.OF_PROCESS.now();
        if (snapshot == null && question.path().equals("/")) {
            return page().with(PageData.ofNothing(), question);
        }
        if (snapshot == null) {
            return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, "nothing is measured in this process now").with("Retry-After",
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
