package timemory.live.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * A standalone HTTP server for browsers and Prometheus, which shows the process's results while it is running. It is closed unless {@code
 * TIMEMORY_LIVE_HTTP} names a port, or {@link #open} opens one. {@link LiveHandler} lists the paths; programs with their own HTTP server
 * can mount that in it instead.
 *
 * <p>On the loopback interface, processes of the owner of this process and of root may connect without a token, because the kernel knows
 * their user. All others need a token.
 *
 * <p>Thread-safe.
 */
@ExperimentalTimemoryApi
public final class LiveHttp {

    private LiveHttp() {}

    /** Returns the address for a browser, {@code http://127.0.0.1:8421/}; {@code null} if no port is open. */
    public static @Nullable String url() {
        return OpenPort.url();
    }

    /**
     * Opens a port of 127.0.0.1 for this process's user, unless one is open, and returns its address. It stays open when sessions end,
     * until {@link #close} or the end of the process, which it does not delay.
     *
     * @param port its number; 0 for any free one
     * @throws IllegalStateException with the reason if it cannot be opened
     * @throws IllegalArgumentException for an invalid port number
     */
    public static String open(int port) {
        return OpenPort.open(new InetSocketAddress("127.0.0.1", port), null, true);
    }

    /**
     * Opens a port like {@link #open(int)} for clients that present {@code token}, and for the user's own processes if {@code address} is
     * on the loopback interface.
     *
     * @param address {@code 0.0.0.0:8421} for every client that can connect to this machine, {@code 127.0.0.1:8421}, {@code [::1]:8421};
     * port 0 for any free one
     * @param token 16 to 1,024 ASCII letters, digits and punctuation characters
     * @throws IllegalStateException with the reason if it cannot be opened
     * @throws IllegalArgumentException if one of the two is invalid
     */
    public static String open(String address, String token) {
        return OpenPort.open(Address.of(address), Token.of(token), true);
    }

    /** Closes the port if it is open, without waiting for responses in progress. */
    public static void close() {
        OpenPort.close();
    }
}
