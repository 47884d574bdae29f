package timemory.prose;

import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The pages and sources of the repository, as passages of prose. */
final class Sources {

    private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git", "dist", "site-packages");
    private static final Pattern READ = Pattern.compile(".*\\.(md|kt|kts|java|c|h|hpp|py)");
    private static final Pattern TEST =
            Pattern.compile("(^|.*/)(test|tests|[a-z-]+-tests?|test-tools|test-support|verification|readme)/.*");

    private Sources() {}

    static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean isSkipped = SKIPPED.contains(folder.getFileName().toString()) || isOfThisTest(folder);
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (READ.matcher(file.getFileName().toString()).matches()) files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** This folder contains the words to avoid. */
    private static boolean isOfThisTest(Path folder) {
        return folder.endsWith("timemory/prose");
    }

    static List<Passage> passages(Path file) {
        String name = ROOT.relativize(file).toString();
        try {
            String text = Files.readString(file);
            if (name.endsWith(".md")) return Markdown.read(name, text);
            return SourceText.read(name, text, !TEST.matcher(name).matches());
        } catch (IOException failure) {
            throw new UncheckedIOException(name, failure);
        }
    }
}
