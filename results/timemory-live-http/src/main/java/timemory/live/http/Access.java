package timemory.live.http;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access rules. With a token, a request needs the token. Without one, only processes of the same user and of root may connect on the
 * loopback interface, according to the kernel; the request must address this machine by a local name, which excludes DNS rebinding, and
 * must not come through a proxy. Cross-site requests are never allowed.
 */
final class Access {

    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String[] PROXIES = {"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"};

    /** Values of Sec-Fetch-Site for pages opened by a person, who may follow a link on another site. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final @Nullable Token token;
    private final Mode mode;

    private enum Mode {
        /** Requests need the token. */
        TOKEN,
        /** Requests need the token or come from local processes of the user. */
        USER,
        /** The program performs its own access control. */
        DECIDED
    }

    private Access(@Nullable Token token, Mode mode) {
        this.token = token;
        this.mode = mode;
    }

    static Access byToken(Token token) {
        return new Access(token, Mode.TOKEN);
    }

    /** Access on the loopback interface; {@code token} may be {@code null}. */
    static Access byUser(@Nullable Token token) {
        return new Access(token, Mode.USER);
    }

    /** Access control by the program itself. */
    static Access decided() {
        return new Access(null, Mode.DECIDED);
    }

    /**
     * Returns the refusal of {@code question}, or {@code null} if it is allowed.
     *
     * @param whyNotOwner why the client is not the owner, or {@code null} if it is; called only if that matters
     */
    @Nullable
    LiveResponse refusal(LiveRequest question, Predicate<LiveRequest> isPage, Supplier<@Nullable String> whyNotOwner) {
        LiveResponse ofOtherSite = refusalOfOtherSite(question, isPage);
        if (ofOtherSite != null) {
            return ofOtherSite;
        }
        if (mode == Mode.DECIDED) {
            return null;
        }
        String shown = question.header("Authorization");
        if (token != null && token.isShownBy(shown)) {
            return null;
        }
        String reason = mode == Mode.USER ? whyNotLocal(question, whyNotOwner) : "a token is required";
        return reason == null ? null : refuse(reason);
    }

    private LiveResponse refuse(String reason) {
        if (token == null) {
            return LiveResponse.text(LiveResponse.FORBIDDEN, reason
                    + ": set TIMEMORY_LIVE_HTTP_TOKEN_FILE, and send the token as 'Authorization: Bearer TOKEN'");
        }
        return LiveResponse
                .text(LiveResponse.UNKNOWN, reason + ": send it as 'Authorization: Bearer TOKEN', or as the password of any name")
                .with("WWW-Authenticate", "Basic realm=\"timemory\", charset=\"UTF-8\"");
    }

    private static @Nullable String whyNotLocal(LiveRequest question, Supplier<@Nullable String> whyNotOwner) {
        String host = question.header("Host");
        if (host == null || !LOCAL.contains(nameOf(host))) {
            return "without a token, the request must address this machine as localhost or 127.0.0.1, not as '"
                    + (host == null ? "" : Sanitizer.of(host)) + "'";
        }
        for (String header : PROXIES) {
            if (question.header(header) != null) {
                return "requests through a proxy (" + header + ") need a token";
            }
        }
        return whyNotOwner.get();
    }

    private static String nameOf(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon >= 0 && host.indexOf(']', colon) < 0;
        return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }

    /** Browsers send the site that a request comes from: {@code Origin} (RFC 6454), {@code Sec-Fetch-Site} (Fetch Metadata). */
    private static @Nullable LiveResponse refusalOfOtherSite(LiveRequest question, Predicate<LiveRequest> isPage) {
        String origin = question.header("Origin");
        String host = question.header("Host");
        if (origin != null && !origin.equalsIgnoreCase("http://" + host) && !origin.equalsIgnoreCase("https://" + host)) {
            return LiveResponse.text(LiveResponse.FORBIDDEN, "cross-site requests are not allowed: '" + Sanitizer.of(origin) + "'");
        }
        String site = question.header("Sec-Fetch-Site");
        if (site == null || OWN_SITES.contains(site)) {
            return null;
        }
        boolean isShown = "navigate".equals(question.header("Sec-Fetch-Mode")) && "document".equals(question.header("Sec-Fetch-Dest"));
        return isShown && isPage.test(question) ? null : LiveResponse.text(LiveResponse.FORBIDDEN, "cross-site requests are not allowed");
    }
}
