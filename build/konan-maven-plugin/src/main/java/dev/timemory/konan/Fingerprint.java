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

/** A digest of everything a step's result depends on: what tells whether the step must be done again. */
final class Fingerprint {

    private Fingerprint() {}

    /** The digest of arguments and of the content of files, in their order. */
    static String of(List<String> arguments, Collection<Path> inputs) throws IOException {
        MessageDigest digest = sha256();
        arguments.forEach(argument -> update(digest, argument));
        for (Path input : inputs) {
            update(digest, input.toString());
            update(digest, input);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The same wherever {@code input} lies. */
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
                // Reading is what feeds the digest.
            }
        }
    }

    /** Whether {@code output} exists and was made from what {@code fingerprint} stands for. */
    static boolean isCurrent(Path output, String fingerprint) throws IOException {
        Path record = recordOf(output);
        return Files.exists(output) && Files.exists(record) && Files.readString(record).equals(fingerprint);
    }

    static void remember(Path output, String fingerprint) throws IOException {
        Files.writeString(recordOf(output), fingerprint);
    }

    /** Before the step that makes {@code output}, for a step that cannot call {@link #remember} after it. */
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
