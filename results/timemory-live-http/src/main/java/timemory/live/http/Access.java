package timemory.live.http;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask. Whoever shows the token, where there is one. Without it, nobody, but at a port of the loopback interface: there, processes
 * of the user whose process this is, and of root, by what the kernel says of the other end; and only where the request names this machine
 * as a person would who sits at it, so that no page of another site gets here under a name of its own (DNS rebinding), and no proxy passes
 * on what others ask. A page of another site may not ask in any case.
 */
final class Access {

    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String[] PROXIES = {"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"};

    /** What a browser says that shows a page to a person, for whom a link of another site may lead here. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final @Nullable Token token;
    private final Mode mode;

    private enum Mode {
        /** Whoever shows the token, and nobody else. */
        TOKEN,
        /** Those, and processes of the user on this machine. */
        USER,
        /** Everybody whom the program lets through. */
        DECIDED
    }

    private Access(@Nullable Token token, Mode mode) {
        this.token = token;
        this.mode = mode;
    }

    static Access byToken(Token token) {
        return new Access(token, Mode.TOKEN);
    }

    /** At a port of the loopback interface; {@code token} may be {@code null}. */
    static Access byUser(@Nullable Token token) {
        return new Access(token, Mode.USER);
    }

    /** The program has decided before it asks. */
    static Access decided() {
        return new Access(null, Mode.DECIDED);
    }

    /**
     * Why {@code question} is not answered; {@code null} where it is.
     *
     * @param whyNotOwner why the other end is not the user's, {@code null} where it is; asked where that matters alone
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
        String reason = mode == Mode.USER ? whyNotLocal(question, whyNotOwner) : "a token is needed here";
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
            return "without a token, the request has to name this machine as localhost or 127.0.0.1, and not as '"
                    + (host == null ? "" : Sanitizer.of(host)) + "'";
        }
        for (String header : PROXIES) {
            if (question.header(header) != null) {
                return "what a proxy passes on (" + header + ") needs a token";
            }
        }
        return whyNotOwner.get();
    }

    private static String nameOf(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon >= 0 && host.indexOf(']', colon) < 0;
        return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }

    /** Browsers say from which site a request comes: {@code Origin} (RFC 6454), {@code Sec-Fetch-Site} (Fetch Metadata). */
    private static @Nullable LiveResponse refusalOfOtherSite(LiveRequest question, Predicate<LiveRequest> isPage) {
        String origin = question.header("Origin");
        String host = question.header("Host");
        if (origin != null && !origin.equalsIgnoreCase("http://" + host) && !origin.equalsIgnoreCase("https://" + host)) {
            return LiveResponse.text(LiveResponse.FORBIDDEN, "pages of another site may not ask: '" + Sanitizer.of(origin) + "'");
        }
        String site = question.header("Sec-Fetch-Site");
        if (site == null || OWN_SITES.contains(site)) {
            return null;
        }
        boolean isShown = "navigate".equals(question.header("Sec-Fetch-Mode")) && "document".equals(question.header("Sec-Fetch-Dest"));
        return isShown && isPage.test(question) ? null : LiveResponse.text(LiveResponse.FORBIDDEN, "pages of another site may not ask");
    }
}
