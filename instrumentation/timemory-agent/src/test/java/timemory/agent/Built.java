package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Small programs that are compiled and packed when they are needed, in the ways that programs are. */
final class Built {
    /** A program with a library: each of the functions loops, and so is not trivial. */
    static final String PROGRAM = """
            package acme;

            public class Main {
                public static void main(String[] arguments) {
                    System.out.println(work(4) + library.Helper.help(5));
                }

                public static int work(int count) {
                    int sum = 0;
                    for (int i = 0; i < count; i++) sum += i;
                    return sum;
                }
            }
            """;

    static final String LIBRARY = """
            package library;

            public class Helper {
                public static int help(int count) {
                    int sum = 100;
                    for (int i = 0; i < count; i++) sum += i;
                    return sum;
                }
            }
            """;

    private Built() {}

    /** Compiles {@code sources}, by file name, and returns the folder of their classes. */
    static Path compile(Path folder, String classPath, Map<String, String> sources) throws IOException {
        Path from = Files.createTempDirectory(folder, "sources");
        Path to = Files.createTempDirectory(folder, "classes");
        List<String> arguments = new ArrayList<>(List.of("-d", to.toString(), "-nowarn"));
        arguments.addAll(List.of(sources.containsKey("module-info.java") ? "-p" : "-cp", classPath));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = from.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        int status = ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, arguments.toArray(String[]::new));
        assertEquals(0, status);
        return to;
    }

    /** Packs the files of {@code classes}, below {@code prefix}, and {@code more} by name. */
    static Path jar(Path jar, Map<String, String> manifest, Path classes, String prefix, Map<String, Path> more) throws IOException {
        Manifest made = new Manifest();
        made.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.forEach(made.getMainAttributes()::putValue);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, made);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) add(entries, prefix + classes.relativize(file), file);
            for (Map.Entry<String, Path> one : more.entrySet()) add(entries, one.getKey(), one.getValue());
        }
        return jar;
    }

    private static void add(JarOutputStream entries, String name, Path file) throws IOException {
        entries.putNextEntry(new JarEntry(name));
        Files.copy(file, entries);
        entries.closeEntry();
    }
}
