package timemory.agent.cache;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Caches woven classes in a folder of the user, for the next run: weaving runs code that the JVM has to load and compile first, again in
 * each program. A class is taken from there if its class file, the options and the agent are the same to the byte.
 *
 * <p>After any failure, classes are woven without the cache. May be used by any number of threads, and by any number of processes at once.
 */
public final class WovenCache {
    private final CacheFolder folder;
    private final String rules;
    private volatile boolean isBroken;

    private WovenCache(CacheFolder folder, String rules) {
        this.folder = folder;
        this.rules = rules;
    }

    /**
     * A function that was woven.
     *
     * @param key its name and descriptor
     * @param isSuspend whether it is a {@code suspend} function
     */
    public record Function(String key, String label, String components, boolean isSuspend) {}

    /** A cached class: its functions, none if it is unchanged, and its code, in which their numbers are still to be inserted. */
    public static final class Kept {
        public final List<Function> functions;
        private final byte[] woven;

        private Kept(CachedClass kept) {
            functions = kept.functions();
            woven = kept.woven();
        }

        /** Returns the code, with the numbers of the functions in turn. Call it only once. */
        public byte[] withNumbers(int[] numbers) {
            SiteNumbers.replace(woven, numbers);
            return woven;
        }
    }

    /**
     * Opens the cache in {@code path}, or in the user's default location if that is {@code null}; {@code null} if there cannot be one,
     * which is reported if the path was given.
     *
     * @param options the options that weaving depends on, besides the class and the agent
     */
    public static @Nullable WovenCache open(@Nullable Path path, String options) {
        Path where = path != null ? path : CacheFolder.ofUser();
        if (where == null) return null;
        try {
            return new WovenCache(CacheFolder.at(where, CacheFolder.MAX_BYTES), agent() + '\n' + options);
        } catch (IOException | RuntimeException failure) {
            if (path != null) report(where, failure);
            return null;
        }
    }

    private static void report(Path where, Exception why) {
        System.err.println("timemory: woven classes are not cached in " + where + ": " + why.getMessage() + " (option cache)");
    }

    /** The agent's JAR, which differs with each build. */
    private static String agent() throws IOException {
        CodeSource source = WovenCache.class.getProtectionDomain().getCodeSource();
        if (source == null) throw new IOException("the agent is not in a JAR");
        try {
            File jar = new File(source.getLocation().toURI());
            return jar + " " + jar.length() + " " + jar.lastModified();
        } catch (URISyntaxException exception) {
            throw new IOException(exception);
        }
    }

    /** The number in cached code of the {@code index}th function of its class. */
    public static int placeholder(int index) {
        return SiteNumbers.FIRST + index;
    }

    /** Whether {@code original} can be cached with placeholders. */
    public boolean takes(byte[] original) {
        return !isBroken && !SiteNumbers.areIn(original);
    }

    /**
     * Returns the cached form of the class {@code name}, {@code null} if there is none.
     *
     * @param origin where the class comes from
     */
    public @Nullable Kept find(String name, String origin, byte[] original) {
        if (isBroken) return null;
        try {
            byte[] bytes = folder.read(fileOf(name, origin, original));
            CachedClass kept = bytes == null ? null : CachedClass.of(bytes);
            return kept != null && kept.isOf(rules + '\n' + origin, original) ? new Kept(kept) : null;
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    /**
     * Caches a class.
     *
     * @param functions the woven ones, in turn; none if the class is unchanged
     * @param woven its code, with a {@link #placeholder} for the number of each
     * @return the same as a later read from the cache
     */
    public Kept keep(String name, String origin, byte[] original, List<Function> functions, byte[] woven) {
        CachedClass made = new CachedClass(rules + '\n' + origin, original, functions, woven);
        try {
            folder.write(fileOf(name, origin, original), made.toBytes());
        } catch (IOException | RuntimeException unused) {
            // A disk that is full now is also full for the next class.
            isBroken = true;
        }
        return new Kept(made);
    }

    private String fileOf(String name, String origin, byte[] original) {
        CRC32 about = new CRC32();
        about.update((rules + '\n' + origin + '\n' + name).getBytes(StandardCharsets.UTF_8));
        CRC32 content = new CRC32();
        content.update(original, 0, original.length);
        return Long.toHexString(about.getValue() << 32 | content.getValue()) + ".woven";
    }
}
