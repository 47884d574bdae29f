package timemory.live.otlp;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import timemory.output.Secrets;

/**
 * OpenTelemetry's own environment variables for the receiver and this process (specification, "OTLP Exporter" and "SDK environment
 * variables"). Headers are usually secret: they are only read from here, and never written to results.
 */
record OtlpEnvironment(Map<String, String> variables) {

    private static final String DEFAULT_ENDPOINT = "http://localhost:4318";
    private static final long DEFAULT_TIMEOUT = 10_000;
    private static final long MAX_TIMEOUT = 60_000;
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String PROFILES_HEADERS = "OTEL_EXPORTER_OTLP_PROFILES_HEADERS";

    /** As in RFC 9110. */
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    /** The path for profile messages as long as they are not stable. */
    private static final String PATH = "/v1development/profiles";

    /**
     * Returns the address to send profiles to if the setting is {@code endpoint}.
     *
     * @throws IllegalArgumentException if it is not an address
     */
    URI address(String endpoint) {
        String given = endpoint.equals("default") ? variables.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", DEFAULT_ENDPOINT) : endpoint;
        String base = given.strip().replaceAll("/+$", "");
        try {
            URI address = new URI(base.endsWith(PATH) ? base : base + PATH);
            String scheme = address.getScheme();
            boolean isHttp = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
            if (isHttp && address.getHost() != null && address.getUserInfo() == null && address.getQuery() == null
                    && address.getFragment() == null) {
                return address;
            }
        } catch (URISyntaxException ignored) {
            // reported below
        }
        if (given.contains("@")) {
            throw new IllegalArgumentException("an address must not contain a user or password: set OTEL_EXPORTER_OTLP_HEADERS instead");
        }
        throw new IllegalArgumentException(
                "'" + Secrets.INSTANCE.ofAddress(given) + "' is not a receiver address, such as " + DEFAULT_ENDPOINT);
    }

    /** @throws IllegalArgumentException if they are not {@code name=value,name=value}, or one of the headers may not be set */
    Map<String, String> headers() {
        String variable = variables.containsKey(PROFILES_HEADERS) ? PROFILES_HEADERS : HEADERS;
        return pairs(variable, (number, name, value) -> {
            // Repeats neither name nor value: if ':' was written instead of '=', the secret is in the name.
            if (!HEADER_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        variable + ": the name of header " + number + " has an illegal character: write name=value,name=value");
            }
            if (!HEADER_VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException(variable + ": the value of header " + number + " has an illegal character");
            }
            try {
                HttpRequest.newBuilder().header(name, value);
            } catch (IllegalArgumentException ignored) { // whose message contains the header
                throw new IllegalArgumentException(variable + ": header " + number + " is reserved for HTTP itself, such as Host");
            }
        });
    }

    /** @throws IllegalArgumentException if they are not {@code name=value,name=value} */
    Map<String, String> attributes() {
        return pairs("OTEL_RESOURCE_ATTRIBUTES", (number, name, value) -> {});
    }

    /** Returns the timeout for sending a message. */
    Duration timeout() {
        try {
            long given = Long.parseLong(variables.getOrDefault("OTEL_EXPORTER_OTLP_TIMEOUT", Long.toString(DEFAULT_TIMEOUT)).strip());
            return Duration.ofMillis(Math.max(1, Math.min(given, MAX_TIMEOUT)));
        } catch (NumberFormatException unused) {
            return Duration.ofMillis(DEFAULT_TIMEOUT);
        }
    }

    /** Throws an exception if a pair, the {@code number}th of its variable, is invalid. */
    private interface PairCheck {
        void check(int number, String name, String value);
    }

    /**
     * Parses pairs in the format of W3C Baggage, with '%' escapes. Error messages contain neither names nor values, which may be secret;
     * they refer to pairs by their number in {@code variable}, counting repeated names.
     */
    private Map<String, String> pairs(String variable, PairCheck check) {
        Map<String, String> pairs = new LinkedHashMap<>();
        int number = 0;
        for (String pair : variables.getOrDefault(variable, "").split(",")) {
            if (pair.isBlank()) {
                continue;
            }
            number++;
            int sign = pair.indexOf('=');
            if (sign < 1) {
                throw new IllegalArgumentException(
                        variable + " has an entry that is not a name and a value: write name=value,name=value");
            }
            String name = pair.substring(0, sign).strip();
            String value = decoded(pair.substring(sign + 1).strip(), variable, number);
            check.check(number, name, value);
            pairs.put(name, value);
        }
        return pairs;
    }

    private static String decoded(String value, String variable, int number) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8); // a '+' does not stand for a space here
        } catch (IllegalArgumentException ignored) {
            throw new IllegalArgumentException(variable + ": the value of pair " + number + " has a '%' without digits");
        }
    }
}
