package timemory.live.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * Whether what this process measures can be looked at while it runs, in a browser and by Prometheus: over HTTP, at a port of its own. It is
 * closed unless {@code TIMEMORY_LIVE_HTTP} names a port, or {@link #open} opens one. What is there to be asked, {@link LiveHandler} says;
 * programs with a server of their own mount that in it instead.
 *
 * <p>At a port of the loopback interface, processes of the user whom this process works for, and of root, may ask without more ado, as the
 * kernel knows which they are. Everybody else shows a token.
 *
 * <p>May be called from any thread.
 */
@ExperimentalTimemoryApi
public final class LiveHttp {

    private LiveHttp() {}

    /** The address for a browser, {@code http://127.0.0.1:8421/}; {@code null} where no port is open. */
    public static @Nullable String url() {
        return OpenPort.url();
    }

    /**
     * Opens a port of 127.0.0.1 for the user whose process this is, unless one is open, and returns its address. It stays open when
     * sessions end, until {@link #close} or the end of the process, which it does not keep from ending.
     *
     * @param port its number; 0 for any that is free
     * @throws IllegalStateException with the reason, where it cannot be opened
     * @throws IllegalArgumentException for a number that no port has
     */
    public static String open(int port) {
        return OpenPort.open(new InetSocketAddress("127.0.0.1", port), null, true);
    }

    /**
     * As {@link #open(int)}, for whoever shows {@code token}, and for the user's own processes where {@code address} is one of the loopback
     * interface.
     *
     * @param address {@code 0.0.0.0:8421} for whoever can connect to this machine, {@code 127.0.0.1:8421}, {@code [::1]:8421}; port 0 for
     * any that is free
     * @param token 16 to 1,024 letters, digits and marks of ASCII
     * @throws IllegalStateException with the reason, where it cannot be opened
     * @throws IllegalArgumentException where one of the two is not of that form
     */
    public static String open(String address, String token) {
        return OpenPort.open(Address.of(address), Token.of(token), true);
    }

    /** Closes the port, if it is open. What is being answered is not waited for. */
    public static void close() {
        OpenPort.close();
    }
}
