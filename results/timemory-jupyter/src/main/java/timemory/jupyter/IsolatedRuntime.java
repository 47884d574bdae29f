package timemory.jupyter;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.BiFunction;

/**
 * The part that reads results, with timemory and the Kotlin runtime of its version: below {@code payload/} of this JAR, loaded by a class
 * loader whose parent has the JDK alone. So neither meets what the kernel and the notebook have of them.
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
                throw new IllegalStateException("timemory-jupyter does not find its own JAR: " + failure, failure);
            }
        }
    }

    /** A {@code timemory.jupyter.inside.Reader}. */
    @SuppressWarnings("unchecked")
    static BiFunction<String, Object, Object> newReader(String path) throws IOException, InvocationTargetException {
        try {
            Class<?> reader = Holder.LOADER.loadClass("timemory.jupyter.inside.Reader");
            return (BiFunction<String, Object, Object>) reader.getConstructor(String.class).newInstance(path);
        } catch (InvocationTargetException exception) {
            throw exception;
        } catch (ReflectiveOperationException exception) {
            throw new IOException("timemory-jupyter is not whole: it has no " + exception.getMessage(), exception);
        }
    }
}
