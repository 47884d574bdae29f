package dev.timemory.konan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/** Verifies archives that the build unpacks and runs against known checksums: a repository's own checksums do not prove anything. */
final class KnownArchives {
    private static final String LIST = "archives.sha256";

    private final Map<String, String> digests;

    private KnownArchives(Map<String, String> digests) {
        this.digests = digests;
    }

    /** Returns the archives listed in the plugin. */
    static KnownArchives ofThisBuild() throws IOException {
        try (InputStream list = KnownArchives.class.getResourceAsStream(LIST)) {
            return in(new String(list.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static KnownArchives in(String list) {
        return new KnownArchives(list.lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(
                        Collectors.toMap(line -> line.substring(line.lastIndexOf(' ') + 1), line -> line.substring(0, line.indexOf(' ')))));
    }

    /** Returns {@code archive} if its name and content are in the list; throws otherwise. */
    Path check(Path archive) throws IOException {
        String name = archive.getFileName().toString();
        String known = digests.get(name);
        String digest = digestOf(archive);
        if (known == null) throw new IOException(name + " is not in " + LIST + " of konan-maven-plugin: its SHA-256 is " + digest);
        if (!known.equals(digest)) {
            throw new IOException(
                    archive + " is not the file that was looked at: its SHA-256 is " + digest + ", and " + known + " is known");
        }
        return archive;
    }

    private static String digestOf(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                byte[] part = new byte[1 << 16];
                while (in.read(part) >= 0) {
                    // Reading updates the digest.
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException failure) {
            throw new IOException(failure);
        }
    }
}
