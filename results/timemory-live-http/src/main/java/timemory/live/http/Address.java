package timemory.live.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Parses a listen address: {@code 8421}, {@code 127.0.0.1:8421}, {@code [::1]:8421}, {@code 0.0.0.0:8421}; port 0 for any free one. Only
 * numeric addresses and {@code localhost} are accepted, so that a name server cannot decide who can connect.
 */
final class Address {

    private static final int MAX_PORT = 65_535;

    private Address() {}

    /**
     * Parses {@code text}.
     *
     * @throws IllegalArgumentException with a sentence if it is invalid
     */
    static InetSocketAddress of(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(hostOf(text, colon < 0 ? "127.0.0.1" : text.substring(0, colon)),
                portOf(text, text.substring(colon + 1)));
    }

    private static InetAddress hostOf(String text, String host) {
        boolean isBracketed = host.startsWith("[") && host.endsWith("]");
        String bare = isBracketed ? host.substring(1, host.length() - 1) : host;
        boolean isNumber = isBracketed ? bare.indexOf(':') >= 0 : bare.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
        if (!isNumber && !bare.equals("localhost")) {
            throw wrong(text);
        }
        try {
            return InetAddress.getByName(bare.equals("localhost") ? "127.0.0.1" : bare);
        } catch (UnknownHostException ignored) {
            throw wrong(text);
        }
    }

    private static int portOf(String text, String digits) {
        if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > MAX_PORT) {
            throw wrong(text);
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "'" + Sanitizer.of(text) + "' is not a listen address: write a port, such as 8421, or an address "
                        + "and a port, such as 127.0.0.1:8421, [::1]:8421 or 0.0.0.0:8421");
    }
}
