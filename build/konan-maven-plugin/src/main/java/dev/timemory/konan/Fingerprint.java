package dev.timemory.konan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/** A digest of everything that the result of a step depends on, which determines whether the step must be repeated. */
final class Fingerprint {

    private Fingerprint() {}

    /** The digest of arguments and file contents, in order. */
    static String of(List<String> arguments, Collection<Path> inputs) throws IOException {
        MessageDigest digest = sha256();
        arguments.forEach(argument -> update(digest, argument));
        for (Path input : inputs) {
            update(digest, input.toString());
            update(digest, input);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The same wherever {@code input} is located. */
    static String ofContent(List<String> arguments, Path input) throws IOException {
        MessageDigest digest = sha256();
        arguments.forEach(argument -> update(digest, argument));
        update(digest, input);
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void update(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static void update(MessageDigest digest, Path input) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = new DigestInputStream(Files.newInputStream(input), digest)) {
            while (in.read(buffer) >= 0) {
                // Reading updates the digest.
            }
        }
    }

    /** Whether {@code output} exists and was created from the inputs of {@code fingerprint}. */
    static boolean isCurrent(Path output, String fingerprint) throws IOException {
        Path record = recordOf(output);
        return Files.exists(output) && Files.exists(record) && Files.readString(record).equals(fingerprint);
    }

    static void remember(Path output, String fingerprint) throws IOException {
        Files.writeString(recordOf(output), fingerprint);
    }

    /** Call this before the step that creates {@code output} if the step cannot call {@link #remember} afterwards. */
    static void begin(Path output, String fingerprint) throws IOException {
        Files.deleteIfExists(output);
        Files.createDirectories(output.getParent());
        remember(output, fingerprint);
    }

    static void forget(Path output) throws IOException {
        Files.deleteIfExists(recordOf(output));
    }

    private static Path recordOf(Path output) {
        return output.resolveSibling(output.getFileName() + ".sha256");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException failure) {
            throw new IllegalStateException("every Java platform has SHA-256", failure);
        }
    }
}
