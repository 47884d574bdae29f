package timemory.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The folder of woven classes, and its inputs. Unchanged files are not written again. */
final class WovenFolder {
    private final Path folder;

    WovenFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the inputs that determine the woven classes of {@code input}. */
    static String stateOf(Path input, List<Path> others, List<String> options) throws IOException {
        MessageDigest digest = sha256();
        for (String option : options) {
            digest.update(option.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        for (Path file : filesBelow(input)) {
            digest.update(input.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(sha256().digest(Files.readAllBytes(file)));
        }
        for (Path other : others) digest.update(sha256().digest(Files.readAllBytes(other)));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Whether it was created from {@code state}. */
    boolean isOf(String state) throws IOException {
        return Files.isDirectory(folder) && Files.isRegularFile(record()) && Files.readString(record()).equals(state);
    }

    /** Replaces its contents with the files of {@code fresh}. */
    void become(Path fresh, String state) throws IOException {
        Files.deleteIfExists(record());
        Set<Path> kept = new HashSet<>();
        for (Path file : filesBelow(fresh)) {
            Path target = folder.resolve(fresh.relativize(file).toString());
            kept.add(target);
            byte[] bytes = Files.readAllBytes(file);
            if (Files.isRegularFile(target) && Arrays.equals(Files.readAllBytes(target), bytes)) continue;
            Files.createDirectories(target.getParent());
            Files.write(target, bytes);
        }
        for (Path file : filesBelow(folder)) if (!kept.contains(file)) Files.delete(file);
        Files.writeString(record(), state);
    }

    private Path record() {
        return folder.resolveSibling(folder.getFileName() + ".sha256");
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException exception) {
            throw new IllegalStateException("every Java platform has SHA-256", exception);
        }
    }
}
