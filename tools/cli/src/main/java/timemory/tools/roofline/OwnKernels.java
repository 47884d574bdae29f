package timemory.tools.roofline;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import timemory.roofline.ErtKernel;

/** Kernels that the user has written, by the names of their classes. */
final class OwnKernels {

    private OwnKernels() {}

    /**
     * An instance of each of the classes, by its constructor without parameters.
     *
     * @param classPath JARs and folders, as {@code java -cp} takes them
     * @throws IOException if there is no such class, it is not a kernel, or an instance cannot be made, with the reason
     */
    static List<ErtKernel> load(List<String> classNames, String classPath) throws IOException {
        // Not closed: a kernel may load further classes while it is measured, and the process ends after that.
        ClassLoader loader = new URLClassLoader(urls(classPath), OwnKernels.class.getClassLoader());
        List<ErtKernel> kernels = new ArrayList<>();
        for (String name : classNames) {
            kernels.add(kernel(name, loader));
        }
        return kernels;
    }

    private static URL[] urls(String classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(java.io.File.pathSeparator)) {
            Path path = Path.of(entry);
            if (!Files.exists(path)) {
                throw new IOException("--class-path: '" + entry + "' does not exist");
            }
            try {
                urls.add(path.toUri().toURL());
            } catch (MalformedURLException failure) {
                throw new IOException("--class-path: '" + entry + "': " + failure.getMessage(), failure);
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static ErtKernel kernel(String name, ClassLoader loader) throws IOException {
        try {
            Class<?> type = Class.forName(name, true, loader);
            if (!ErtKernel.class.isAssignableFrom(type)) {
                throw new IOException("--kernel " + name + " is not a " + ErtKernel.class.getName());
            }
            var maker = type.getDeclaredConstructor();
            maker.setAccessible(true);
            return (ErtKernel) maker.newInstance();
        } catch (ClassNotFoundException exception) {
            throw new IOException("--kernel " + name + ": there is no such class in --class-path", exception);
        } catch (NoSuchMethodException exception) {
            throw new IOException("--kernel " + name + " has no constructor without parameters", exception);
        } catch (java.lang.reflect.InvocationTargetException failure) {
            throw new IOException("--kernel " + name + " cannot be created: " + failure.getCause(), failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) {
            throw new IOException("--kernel " + name + " cannot be created: " + failure, failure);
        }
    }
}
