package timemory.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tree that is being built. */
public final class Repository {

    /** Its folder, of all modules, whichever of them is being tested. */
    public static final Path ROOT = root();

    private static final Pattern ARTIFACT = Pattern.compile("(?s)(?:<parent>.*?</parent>.*?)?<artifactId>([^<]+)</artifactId>");

    private Repository() {}

    /** The folder of the module whose artifact is called {@code artifact}. */
    public static Path module(String artifact) {
        Path folder = Modules.BY_ARTIFACT.get(artifact);
        if (folder == null)
            throw new IllegalArgumentException("there is no module '" + artifact + "', only " + Modules.BY_ARTIFACT.keySet());
        return folder;
    }

    /** The folders of all modules, by their artifacts. */
    public static Map<String, Path> modules() {
        return Modules.BY_ARTIFACT;
    }

    /** Found on first use: most tests need only {@link #ROOT}. */
    private static final class Modules {
        private static final Map<String, Path> BY_ARTIFACT = find();
    }

    private static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(".mvn"))) return folder;
        }
        throw new IllegalStateException(start + " is not below a folder with .mvn in it: tests run in the repository");
    }

    private static Map<String, Path> find() {
        Map<String, Path> modules = new TreeMap<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts) throws IOException {
                    String name = folder.getFileName().toString();
                    boolean hasModules =
                            !name.equals("target") && !name.equals("src") && !name.equals("node_modules") && !name.startsWith(".");
                    if (!hasModules) return FileVisitResult.SKIP_SUBTREE;
                    Path pom = folder.resolve("pom.xml");
                    Matcher artifact = ARTIFACT.matcher(Files.exists(pom) ? Files.readString(pom) : "");
                    if (artifact.find()) modules.put(artifact.group(1), folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return modules;
    }
}
