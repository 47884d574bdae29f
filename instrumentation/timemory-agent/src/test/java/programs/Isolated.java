package programs;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a program twice, each time with a separate class loader, which brings its own Kotlin. Arguments: the class path, the program and its
 * arguments.
 */
public final class Isolated {
    private Isolated() {}

    public static void main(String[] arguments) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String element : arguments[0].split(File.pathSeparator)) urls.add(Path.of(element).toUri().toURL());
        for (int i = 0; i < 2; i++) {
            URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
            Class<?> program = loader.loadClass(arguments[1]);
            program.getMethod("main", String[].class).invoke(null, (Object) Arrays.copyOfRange(arguments, 2, arguments.length));
        }
    }
}
