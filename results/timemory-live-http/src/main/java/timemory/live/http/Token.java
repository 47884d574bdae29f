package timemory.live.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The secret that a client sends in the header {@code Authorization} (RFC 9110, 11.6.2), and nowhere else, because addresses end up in logs
 * and histories: as {@code Bearer TOKEN} (RFC 6750), or as the password of {@code Basic} (RFC 7617), which browsers prompt for.
 */
final class Token {

    /** Shorter ones could be guessed. */
    static final int MIN_LENGTH = 16;

    private static final int MAX_LENGTH = 1024;
    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";

    private final byte[] digest;

    private Token(byte[] digest) {
        this.digest = digest;
    }

    /**
     * Creates a token from {@code text}.
     *
     * @throws IllegalArgumentException if it is not a token
     */
    static Token of(String text) {
        if (text.length() < MIN_LENGTH || text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(
                    "a token has " + MIN_LENGTH + " to " + MAX_LENGTH + " printable ASCII characters, and this one has "
                            + text.length() + ": create one with 'openssl rand -hex 32'");
        }
        return new Token(digestOf(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /**
     * Reads the token from {@code file}, which contains nothing else except surrounding white space.
     *
     * @throws IllegalStateException if the file cannot be read, or has no token
     */
    static Token in(Path file) {
        try {
            if (Files.size(file) > 2 * MAX_LENGTH) {
                throw new IllegalStateException(file + " contains more than a token");
            }
            return of(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException failure) {
            throw new IllegalStateException("the token cannot be read: " + failure, failure);
        } catch (IllegalArgumentException exception) {
            throw new IllegalStateException(file + ": " + exception.getMessage(), exception);
        }
    }

    /** Returns whether {@code authorization}, the header's value or {@code null}, contains the token. */
    boolean isShownBy(@Nullable String authorization) {
        String shown = authorization == null || authorization.length() > 2 * MAX_LENGTH ? null : secretOf(authorization);
        // Comparing digests of equal length keeps the comparison time from revealing the token.
        return shown != null && MessageDigest.isEqual(digest, digestOf(shown.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static @Nullable String secretOf(String authorization) {
        if (authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return authorization.substring(BEARER.length()).strip();
        }
        if (!authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return null;
        }
        try {
            byte[] decoded = Base64.getDecoder().decode(authorization.substring(BASIC.length()).strip());
            String both = new String(decoded, StandardCharsets.ISO_8859_1);
            int colon = both.indexOf(':');
            return colon < 0 ? null : both.substring(colon + 1);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    private static byte[] digestOf(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException failure) { // every JVM has it
            throw new IllegalStateException(failure);
        }
    }
}
