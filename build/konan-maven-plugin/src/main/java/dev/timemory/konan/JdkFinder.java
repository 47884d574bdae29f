package dev.timemory.konan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the JDKs of this machine, whichever Java the build itself runs on.
 *
 * <p>A JDK is identified by its own {@code release} file rather than by the name of its directory, and without starting it. JDKs named by
 * the user come first: {@code toolchains.xml}, then the {@code JAVA...HOME} variables, then the usual directories.
 */
final class JdkFinder {

    private static final int UNKNOWN = -1;

    private final List<Path> candidates;

    /**
     * @param named homes from the user's {@code toolchains.xml}
     * @param environment the environment variables
     * @param parents directories whose children may be homes
     */
    JdkFinder(List<Path> named, Map<String, String> environment, List<Path> parents) {
        candidates = new ArrayList<>(named);
        // Sorted, so that the result does not depend on the order of the environment.
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith("JAVA") && name.contains("HOME") && !value.isBlank()) {
                candidates.add(Path.of(value.strip()));
            }
        });
        parents.forEach(parent -> candidates.addAll(childrenOf(parent)));
    }

    static JdkFinder forThisMachine(List<Path> named) {
        Path user = Path.of(System.getProperty("user.home"));
        List<Path> all = new ArrayList<>(named);
        all.add(Path.of(System.getProperty("java.home")));
        return new JdkFinder(
                all,
                System.getenv(),
                List.of(
                        Path.of("/usr/lib/jvm"),
                        Path.of("/usr/java"),
                        Path.of("/opt/java"),
                        Path.of("/opt"),
                        Path.of("/Library/Java/JavaVirtualMachines"),
                        user.resolve(".sdkman/candidates/java"),
                        user.resolve(".asdf/installs/java"),
                        user.resolve(".jdks")));
    }

    /** The JDK of exactly Java {@code feature}. */
    Optional<Path> exactly(int feature) {
        return kits().filter(home -> featureOf(home) == feature).findFirst();
    }

    /** The JDK of Java {@code feature}, or else of the earliest later Java. */
    Optional<Path> atLeast(int feature) {
        return kits().filter(home -> featureOf(home) >= feature).min(Comparator.comparingInt(JdkFinder::featureOf));
    }

    private Stream<Path> kits() {
        return candidates.stream()
                .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")))
                .filter(home -> Files.isExecutable(home.resolve("bin/javac")));
    }

    private static List<Path> childrenOf(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.sorted().toList();
        } catch (IOException ignored) {
            // An unreadable directory is treated like an empty one.
            return List.of();
        }
    }

    /** The feature number in {@code JAVA_VERSION="25.0.1"}; -1 if there is none. */
    static int featureOf(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            return UNKNOWN;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .findFirst()
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.")[0])
                    .filter(number -> !number.isEmpty())
                    .map(Integer::parseInt)
                    .orElse(UNKNOWN);
        } catch (IOException | NumberFormatException unused) {
            return UNKNOWN;
        }
    }
}
