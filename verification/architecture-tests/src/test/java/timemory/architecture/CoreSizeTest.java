package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/**
 * A program that measures a few regions ships the core, so it is kept small. A lambda that is called once, a companion of constants and an
 * interface's default method are a class each unless they are written with care: look there first where this fails.
 */
class CoreSizeTest {
    private static final Path CLASSES = ROOT.resolve("timemory-dsl/target/classes");

    private static final int MAX_CLASSES = 744;

    /** 1,268,000 bytes, minus the JAR's manifest and folders. */
    private static final int MAX_JAR = 1_279_000 - 2_700;

    /** What a JAR contains for a file besides its content, and twice its name. */
    private static final int HEADERS = 30 + 46;

    @Test
    void theCoreHasFewClasses() throws IOException {
        long classes = files().stream().filter(file -> file.toString().endsWith(".class")).count();
        assertTrue(classes > 100 && classes <= MAX_CLASSES, () -> classes + " classes, and " + MAX_CLASSES + " at the most");
    }

    @Test
    void theJarOfTheCoreIsSmall() throws IOException {
        int sum = 0;
        for (Path file : files()) {
            sum += HEADERS + 2 * CLASSES.relativize(file).toString().length() + compressed(Files.readAllBytes(file));
        }
        int size = sum;
        assertTrue(size > 100_000 && size <= MAX_JAR, () -> size + " bytes, and " + MAX_JAR + " at the most");
    }

    private static int compressed(byte[] content) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(content);
            deflater.finish();
            return deflater.deflate(new byte[content.length + 100]);
        } finally {
            deflater.end();
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
