package timemory.jupyter;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.BiFunction;

/**
 * Loads the results reader with timemory and its version of the Kotlin runtime from {@code payload/} in this JAR, by a class loader whose
 * parent has only the JDK. So they cannot conflict with the versions in the kernel and the notebook.
 */
final class IsolatedRuntime {
    private IsolatedRuntime() {}

    private static final class Holder {
        static final ClassLoader LOADER = newLoader();

        private static ClassLoader newLoader() {
            try {
                String jar = IsolatedRuntime.class.getProtectionDomain().getCodeSource().getLocation().toURI().toString();
                return new URLClassLoader(new URL[] {URI.create("jar:" + jar + "!/payload/").toURL()},
                        ClassLoader.getPlatformClassLoader());
            } catch (Exception failure) {
                throw new IllegalStateException("timemory-jupyter cannot find its own JAR: " + failure, failure);
            }
        }
    }

    /** Returns a new {@code timemory.jupyter.inside.Reader}. */
    @SuppressWarnings("unchecked")
    static BiFunction<String, Object, Object> newReader(String path) throws IOException, InvocationTargetException {
        try {
            Class<?> reader = Holder.LOADER.loadClass("timemory.jupyter.inside.Reader");
            return (BiFunction<String, Object, Object>) reader.getConstructor(String.class).newInstance(path);
        } catch (InvocationTargetException exception) {
            throw exception;
        } catch (ReflectiveOperationException exception) {
            throw new IOException("timemory-jupyter is incomplete: it has no " + exception.getMessage(), exception);
        }
    }
}
