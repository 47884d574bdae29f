package programs;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads, links and so verifies every class of JARs or of modules of the Java runtime, without running any of their code, and prints how
 * many, and those that cannot be linked with the reason.
 */
public final class LinkAll {
    private static int linked;

    private LinkAll() {}

    /** The first argument says what to link, {@code module:java.desktop} or a JAR; the others are JARs that it may need. */
    public static void main(String[] arguments) throws Exception {
        String what = arguments[0];
        if (what.startsWith("module:")) {
            Module module = ModuleLayer.boot().findModule(what.substring(7)).orElseThrow();
            Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", module.getName());
            for (String name : classesBelow(root)) link(name, () -> Class.forName(module, name));
        } else {
            List<URL> urls = new ArrayList<>();
            for (String jar : arguments) urls.add(Path.of(jar).toUri().toURL());
            ClassLoader loader = new URLClassLoader("linked", urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            try (var jar = FileSystems.newFileSystem(Path.of(what))) {
                for (String name : classesBelow(jar.getPath("/"))) link(name, () -> Class.forName(name, false, loader));
            }
        }
        System.out.println("linked " + linked);
    }

    private static List<String> classesBelow(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.startsWith("META-INF/") && !file.endsWith("-info.class"))
                    .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    private interface Loading {
        Class<?> load() throws ClassNotFoundException;
    }

    private static void link(String name, Loading loading) {
        try {
            Class<?> type = loading.load();
            if (type == null) throw new ClassNotFoundException(name);
            // Reflection links a class before describing it.
            type.getDeclaredConstructors();
            linked++;
        } catch (Throwable failure) {
            System.out.println(name + ": " + String.valueOf(failure).lines().findFirst().orElse(""));
        }
    }
}
