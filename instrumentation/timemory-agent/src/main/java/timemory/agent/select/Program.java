package timemory.agent.select;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * Determines which classes are the program's own: those of the JAR or folder that contains its main class, and of all folders of the class
 * path. The JARs next to them are libraries. In a JAR with nested JARs, the nested ones are libraries.
 */
public final class Program {
    private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

    /** Paths of JARs and folders. */
    private final List<String> own;

    /** The module of the main class, empty if there is none. */
    private final String module;

    private Program(List<String> own, String module) {
        this.own = own;
        this.module = module;
    }

    /** A program consisting of the given JARs and folders. */
    public static Program of(List<Path> own) {
        return new Program(own.stream().map(Program::canonical).toList(), "");
    }

    /** A program with {@code classPath}, started with {@code main}, which names a class, a JAR, or {@code module/class}. */
    public static Program of(String classPath, String main) {
        if (main.contains("/") && !main.endsWith(".jar")) return new Program(List.of(), main.substring(0, main.indexOf('/')));
        List<String> own = new ArrayList<>();
        String file = main.replace('.', '/') + ".class";
        for (String element : classPath.split(File.pathSeparator)) {
            if (element.isEmpty()) continue;
            Path path = Path.of(element);
            if (path.toFile().isDirectory() || main.endsWith(".jar") || holds(path, file)) own.add(canonical(path));
        }
        return new Program(own, "");
    }

    /** The program running in this JVM. */
    public static Program running() {
        String command = SystemEnvironment.property("sun.java.command", "");
        if (command.startsWith(SOURCE_LAUNCHER)) return ofSource(command);
        String module = SystemEnvironment.property("jdk.module.main");
        if (module != null) return new Program(List.of(), module);
        int end = command.endsWith(".jar") ? command.length() : command.indexOf(' ');
        return of(SystemEnvironment.property("java.class.path", ""), end < 0 ? command : command.substring(0, end));
    }

    /**
     * A source file that the Java runtime compiles and runs: {@code java Main.java}. Its classes have that file as their location.
     */
    private static Program ofSource(String command) {
        String launched = command.substring(command.indexOf(' ') + 1);
        int end = launched.indexOf(".java ");
        String file = end < 0 ? launched : launched.substring(0, end + ".java".length());
        List<String> own = new ArrayList<>(of(SystemEnvironment.property("java.class.path", ""), "").own);
        own.add(canonical(Path.of(file)));
        return new Program(own, "");
    }

    /** Whether the class {@code name} (with dots) is the program's own. */
    public boolean owns(String name, Origin origin) {
        if (origin.isJdk()) return false;
        if (!module.isEmpty()) return origin.module().equals(module);
        String location = origin.location();
        for (String one : own) {
            int at = location.indexOf(one);
            if (at < 0) continue;
            String rest = location.substring(at + one.length());
            if (rest.isEmpty() || rest.equals("/") || rest.equals("!/")) return !name.startsWith("org.springframework.boot.loader.");
            if (rest.toLowerCase(Locale.ROOT).contains("-inf/classes")) return true;
        }
        return false;
    }

    private static boolean holds(Path path, String file) {
        if (!path.toFile().isFile()) return false;
        try (JarFile jar = new JarFile(path.toFile())) {
            return jar.getEntry(file) != null;
        } catch (IOException ignored) {
            return false;
        }
    }

    private static String canonical(Path path) {
        try {
            return path.toRealPath().toString();
        } catch (IOException unused) {
            return path.toAbsolutePath().normalize().toString();
        }
    }

    /** Returns the location in the URL of a code source, as text: a path if it is a file. */
    public static String locationOf(java.net.@Nullable URL url) {
        if (url == null) return "";
        String text = url.toString();
        if (!text.startsWith("file:")) return java.net.URLDecoder.decode(text.replace("+", "%2B"), java.nio.charset.StandardCharsets.UTF_8);
        try {
            return canonical(Path.of(URI.create(text)));
        } catch (IllegalArgumentException unused) {
            return text;
        }
    }
}
