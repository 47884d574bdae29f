package timemory.nativecalls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.internal.problems.ProblemsKt;
import timemory.internal.text.LevenshteinKt;

/**
 * Has the C library count calls of native functions. The library is loaded when this class is initialised, which happens when a function is
 * first requested.
 */
final class Rewriter {

    /** Why there is no library, or {@code null} if there is one. */
    private static final @Nullable String UNAVAILABLE = UnpackedLibrary.load();

    /** The cell that each hook counts in. Cells are reused, because hooks stay in place until the process ends. */
    private static final Map<Hooked, Integer> CELLS = new HashMap<>();

    /** Identifies a hook, regardless of how it was written. */
    private record Hooked(@Nullable String object, String function, NativeFunction.Sum sum, int argument) {}

    private Rewriter() {}

    /**
     * Counts a function's calls from now on and returns the offset of its counts in a thread's {@link #cells}.
     *
     * @throws UnsupportedOperationException if calls cannot be counted here, with the reason
     */
    static synchronized int cellOf(NativeFunction function) {
        requireAvailable();
        Hooked hooked = new Hooked(function.object(), function.function(), function.sum(), function.argument());
        Integer known = CELLS.get(hooked);
        if (known != null) return known;
        long hook = hook(function.function(), function.object(), function.sum().ordinal(), function.argument());
        int cell = cell(hook);
        CELLS.put(hooked, cell);
        if (slots(hook) == 0) reportNone(function, hook);
        return cell;
    }

    /** Why there is no library, or {@code null} if there is one; loads it. */
    static @Nullable String unavailable() {
        return UNAVAILABLE;
    }

    /** Throws if there is no library; loads it. */
    static void requireAvailable() {
        if (UNAVAILABLE != null) throw new UnsupportedOperationException(UNAVAILABLE);
    }

    /** Not necessarily a mistake: the code that calls it may be loaded later. */
    private static void reportNone(NativeFunction function, long hook) {
        String why = new String(whyNone(hook), StandardCharsets.UTF_8);
        String nearest = nearestTo(function.name());
        String object = function.object() == null ? "" : function.object() + ":";
        String named = object + function.function();
        ProblemsKt.activeProblems().report("native call " + named, "no call of native function '" + named + "' is counted so far: " + why
                + (nearest == null ? "" : ". The nearest that is called is " + nearest) + (isInsideOfLibzip(function) ? WITHIN_LIBZIP : "")
                + (function.name().startsWith("Java_") ? FIRST_CALL : "") + ". Libraries loaded later are included");
    }

    /** The JVM looks the function up by name once and keeps its address. */
    private static final String FIRST_CALL = ". A native method is counted only if it was not called before";

    private static final String WITHIN_LIBZIP = ". This Java runtime has zlib inside its libzip.so, whose calls do not use the GOT";

    /** Whether this OpenJDK was built without the system's zlib, like most downloads. */
    private static boolean isInsideOfLibzip(NativeFunction function) {
        boolean mayBe = function.object() == null ? function.name().matches("(in|de)flate.*") : function.object().startsWith("libz");
        return mayBe && !new String(called(), StandardCharsets.UTF_8).contains("\ninflate\n") && isLoaded("/libzip.so");
    }

    private static boolean isLoaded(String library) {
        try {
            return new String(Files.readAllBytes(Path.of("/proc/self/maps")), StandardCharsets.UTF_8).contains(library);
        } catch (IOException ignored) {
            return false;
        }
    }

    /** If it is never called itself, a similar name that is called, if one is close enough to be what was meant. */
    private static @Nullable String nearestTo(String name) {
        String nearest = null;
        int least = Math.max(1, name.length() / 3) + 1;
        for (String called : new String(called(), StandardCharsets.UTF_8).split("\n")) {
            if (Math.abs(called.length() - name.length()) >= least) continue;
            int distance = LevenshteinKt.distance(name, called);
            if (distance == 0) return null;
            if (distance < least) {
                least = distance;
                nearest = called;
            }
        }
        return nearest;
    }

    /**
     * The calling thread's counts, two numbers for each function: its calls and the sum. It belongs to this thread until the thread ends.
     */
    static native ByteBuffer cells();

    private static native long hook(String function, @Nullable String object, int sum, int argument);

    /** Also accepts hooks of {@link Upcalls}. */
    static native long slots(long hook);

    private static native int cell(long hook);

    private static native byte[] whyNone(long hook);

    private static native byte[] called();

    /** The address of the table of functions that count allocations, for {@code timemory.memory}. */
    static native long allocationFunctions();
}
