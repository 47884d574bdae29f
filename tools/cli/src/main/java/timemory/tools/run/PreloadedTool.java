package timemory.tools.run;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import timemory.internal.text.LevenshteinKt;

/** What {@code timemory run --preload} can put into a native program: a library of timemory's, and how a program comes to load it. */
enum PreloadedTool {
    /** What {@code timemory run} loads into native programs by itself. */
    FUNCTIONS("libtimemory-run.so", Way.PRELOAD),
    INSTRUMENT("libtimemory-compiler-instrument.so", Way.PRELOAD),
    MALLOCP("libtimemory-mallocp.so", Way.PRELOAD),
    MPIP("libtimemory-mpip.so", Way.PRELOAD),
    NCCLP("libtimemory-ncclp.so", Way.PRELOAD),
    /** Preloaded too: a runtime that has no interface for tools can be reported then. */
    OMPT("libtimemory-ompt.so", Way.PRELOAD, Way.OPENMP),
    OPENACC("libtimemory-openacc.so", Way.OPENACC),
    KOKKOS("timemory/kokkos-tools/kp_timemory.so", Way.KOKKOS, Way.OLDER_KOKKOS);

    /**
     * An environment variable that names libraries.
     *
     * @param separator the separator of several; empty if only one is loaded
     * @param isFirst whether this one goes before those that the variable names already
     */
    record Way(String variable, String separator, boolean isFirst) {
        /** What was preloaded before stays first: run times of sanitizers refuse to be anything else. */
        static final Way PRELOAD = new Way("LD_PRELOAD", ":", false);

        /** The first that takes an interest is the only one. */
        static final Way OPENMP = new Way("OMP_TOOL_LIBRARIES", ":", true);

        static final Way OPENACC = new Way("ACC_PROFLIB", ";", false);

        /** Of several that are named, Kokkos loads the first, and leaves the others to that. */
        static final Way KOKKOS = new Way("KOKKOS_TOOLS_LIBS", "", true);

        static final Way OLDER_KOKKOS = new Way("KOKKOS_PROFILE_LIBRARY", "", true);

        /** The variable's value, where it has one already, with {@code library}. */
        String with(@Nullable String before, String library) {
            if (before == null || before.isBlank() || separator.isEmpty() || before.equals(library)) return library;
            return isFirst ? library + separator + before : before + separator + library;
        }
    }

    private final String library;
    private final List<Way> ways;

    PreloadedTool(String library, Way... ways) {
        this.library = library;
        this.ways = List.of(ways);
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<Way> ways() {
        return ways;
    }

    Path in(Path libraries) {
        return libraries.resolve(library);
    }

    /**
     * The tool that is called so.
     *
     * @throws IllegalArgumentException where none is, with the nearest and the list of all
     */
    static PreloadedTool of(String id) {
        for (PreloadedTool tool : values()) if (tool.id().equals(id.strip())) return tool;
        Comparator<String> byDistance = Comparator.comparingInt(known -> LevenshteinKt.distance(id.strip(), known));
        String nearest = Arrays.stream(values()).map(PreloadedTool::id).min(byDistance).orElseThrow();
        throw new IllegalArgumentException(
                "there is no tool '" + id.strip() + "' to preload; the nearest is '" + nearest + "', and there are " + ids());
    }

    static String ids() {
        return Arrays.stream(values()).map(PreloadedTool::id).collect(Collectors.joining(", "));
    }
}
