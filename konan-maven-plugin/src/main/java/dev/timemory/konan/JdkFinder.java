package dev.timemory.konan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds the Java development kits of this machine, by their own {@code release} files. */
final class JdkFinder {

    private final Map<String, String> environment;
    private final List<Path> homes;

    JdkFinder(Map<String, String> environment, List<Path> homes) {
        this.environment = environment;
        this.homes = homes;
    }

    static JdkFinder forThisMachine() {
        Path user = Path.of(System.getProperty("user.home"));
        return new JdkFinder(
                System.getenv(),
                List.of(
                        Path.of("/usr/lib/jvm"),
                        Path.of("/usr/java"),
                        Path.of("/opt/java"),
                        Path.of("/opt"),
                        user.resolve(".sdkman/candidates/java"),
                        user.resolve(".jdks"),
                        user.resolve(".asdf/installs/java")));
    }

    /** The kit whose version is {@code feature} itself; the one that environment variables name goes first. */
    Optional<Path> find(int feature) {
        return candidates().filter(home -> featureOf(home) == feature).findFirst();
    }

    private Stream<Path> candidates() {
        List<Path> found = new ArrayList<>();
        found.add(Path.of(System.getProperty("java.home")));
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith("JAVA") && name.contains("HOME") && !value.isBlank()) {
                found.add(Path.of(value));
            }
        });
        for (Path parent : homes) {
            if (Files.isDirectory(parent)) {
                try (Stream<Path> children = Files.list(parent)) {
                    children.sorted().forEach(found::add);
                } catch (IOException unreadable) {
                    // Not being allowed to look is the same as nothing being there.
                }
            }
        }
        return found.stream().filter(home -> Files.isExecutable(home.resolve("bin/javac")));
    }

    /** The feature number in {@code JAVA_VERSION="25.0.1"}, -1 where there is none. */
    static int featureOf(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            return -1;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .findFirst()
                    .map(line -> line.replaceAll("[^0-9.]", ""))
                    .map(version -> version.split("\\.")[0])
                    .filter(number -> !number.isEmpty())
                    .map(Integer::parseInt)
                    .orElse(-1);
        } catch (IOException | NumberFormatException unreadable) {
            return -1;
        }
    }
}
