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
 * Keeps what was woven into classes in a folder of the user's, for the next run: weaving runs code that the JVM has to load and compile
 * first, again in each program. A class is taken from there if its class file, the options and the agent are the same to the byte.
 *
 * <p>Whatever goes wrong, classes are woven as without it. May be used by any number of threads, and by any number of processes at once.
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

    /** A class that was kept: its functions, none where it stays as it is, and its code, with their numbers still to be put in. */
    public static final class Kept {
        public final List<Function> functions;
        private final byte[] woven;

        private Kept(CachedClass kept) {
            functions = kept.functions();
            woven = kept.woven();
        }

        /** The code, with the numbers of the functions in turn. To be called once. */
        public byte[] withNumbers(int[] numbers) {
            SiteNumbers.replace(woven, numbers);
            return woven;
        }
    }

    /**
     * The cache in {@code path}, in the user's usual place where that is {@code null}; {@code null} where there can be none, which is
     * reported if the path was given.
     *
     * @param options what weaving goes by, but for the class and the agent
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

    /** The agent's JAR, which is another with each build. */
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

    /** The number that the function has in code to be kept that is the {@code index}th of its class. */
    public static int placeholder(int index) {
        return SiteNumbers.FIRST + index;
    }

    /** Whether {@code original} can be kept with placeholders. */
    public boolean takes(byte[] original) {
        return !isBroken && !SiteNumbers.areIn(original);
    }

    /**
     * What was kept of the class {@code name}, {@code null} where nothing was.
     *
     * @param origin where the class is from
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
     * Keeps a class.
     *
     * @param functions those that were woven, in turn; none where the class stays as it is
     * @param woven its code, with a {@link #placeholder} for the number of each
     * @return what is read from it the next time
     */
    public Kept keep(String name, String origin, byte[] original, List<Function> functions, byte[] woven) {
        CachedClass made = new CachedClass(rules + '\n' + origin, original, functions, woven);
        try {
            folder.write(fileOf(name, origin, original), made.toBytes());
        } catch (IOException | RuntimeException unused) {
            // A disk that is full now is full for the next class, too.
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
