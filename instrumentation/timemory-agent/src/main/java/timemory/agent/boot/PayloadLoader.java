package timemory.agent.boot;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent and its dependencies from the folder {@code payload/} of the agent's JAR, where no other loader finds them: a program may
 * include other versions of the same libraries.
 *
 * <p>A program that starts with the agent and includes timemory itself shares it with the agent, so that its own regions and those of the
 * agent are in one call graph. An agent that is loaded into a running program has its own timemory: its measurement must not start or end
 * the program's.
 */
final class PayloadLoader extends ClassLoader {
    private static final String FOLDER = "payload/";
    private static final String BOOT = "timemory.agent.boot.";

    /** Once in a process, whatever loads it: its library has state that two copies would conflict over. */
    private static final String PROFILER = "one.profiler.";

    static {
        registerAsParallelCapable();
    }

    private final JarFile jar;
    private final URL location;
    private final ProtectionDomain domain;

    /** The program's loader, {@code null} if its timemory is not used. */
    private final @Nullable ClassLoader shared;

    /** The folders of classes for newer versions of Java, newest first. */
    private final String[] versions;

    private PayloadLoader(JarFile jar, URL location, @Nullable ClassLoader shared) {
        super("timemory-agent", ClassLoader.getPlatformClassLoader());
        this.jar = jar;
        this.location = location;
        this.shared = shared;
        domain = new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null, this, null);
        versions = Runtime.version().feature() >= 22 ? new String[] {FOLDER + "META-INF/versions/22/", FOLDER} : new String[] {FOLDER};
    }

    /** @param shares whether the program's timemory is used if it has one */
    static PayloadLoader of(JarFile jar, URL location, boolean shares) {
        return new PayloadLoader(jar, location, shares ? programWithTimemory(jar) : null);
    }

    /** Returns the program's loader if its timemory has the agent's version. */
    private static @Nullable ClassLoader programWithTimemory(JarFile jar) {
        ClassLoader program = ClassLoader.getSystemClassLoader();
        String marker = "META-INF/timemory/version";
        try (InputStream theirs = program.getResourceAsStream(marker)) {
            if (theirs == null) return null;
            JarEntry entry = jar.getJarEntry(FOLDER + marker);
            if (entry == null) return null;
            try (InputStream ours = jar.getInputStream(entry)) {
                return java.util.Arrays.equals(theirs.readAllBytes(), ours.readAllBytes()) ? program : null;
            }
        } catch (IOException ignored) {
            return null;
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            // That of the boot loader or, in a program woven ahead of time, the program's.
            if (name.startsWith(BOOT)) return Class.forName(name, false, PayloadLoader.class.getClassLoader());
            if (name.startsWith(PROFILER)) return ClassLoader.getSystemClassLoader().loadClass(name);
            if (shared != null && isShared(name)) {
                try {
                    return shared.loadClass(name);
                } catch (ClassNotFoundException unused) {
                    // A program need not include all timemory modules.
                }
            }
            Class<?> own = find(name);
            return own != null ? own : super.loadClass(name, resolve);
        }
    }

    /** Whether the class {@code name} is not the program's. */
    boolean isOwn(String name) {
        return shared == null || !isShared(name);
    }

    private static boolean isShared(String name) {
        return name.startsWith("timemory.") && !name.startsWith("timemory.agent.") || name.startsWith("kotlin.")
                || name.startsWith("kotlinx.");
    }

    private @Nullable Class<?> find(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        JarEntry entry = entryOf(file);
        if (entry == null) return null;
        try (InputStream in = jar.getInputStream(entry)) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException failure) {
            throw new ClassNotFoundException(name, failure);
        }
    }

    private @Nullable JarEntry entryOf(String file) {
        for (String folder : versions) {
            JarEntry entry = jar.getJarEntry(folder + file);
            if (entry != null) return entry;
        }
        return null;
    }

    /** Without the URL's connection, which would open the file again. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        JarEntry entry = entryOf(name);
        if (entry == null) return super.getResourceAsStream(name);
        try {
            return jar.getInputStream(entry);
        } catch (IOException ignored) {
            return null;
        }
    }

    @Override
    protected @Nullable URL findResource(String name) {
        JarEntry entry = entryOf(name);
        if (entry == null) return null;
        try {
            return new URL("jar:" + location + "!/" + entry.getName());
        } catch (MalformedURLException exception) {
            throw new IllegalStateException(exception);
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(Collections.singleton(found));
    }
}
