package timemory.tools.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code timemory run} for the entry and exit of functions of a native program. */
final class NativeHookOptions {
    /** The names of the options. */
    static final List<String> NAMES = List.of("--load", "--entry-function", "--exit-function");

    @Option(names = "--load", paramLabel = "LIBRARY", description = "Shared library with the functions of --entry-function and "
            + "--exit-function (default: the program and its libraries).")
    @Nullable
    Path library;

    @Option(names = "--entry-function", paramLabel = "NAME", description = {
        "Call this C function, void NAME(const char* function), at the entry of each measured function."})
    @Nullable
    String entry;

    @Option(names = "--exit-function", paramLabel = "NAME", description = "Call this C function, of the same type, at the exit of each "
            + "measured function.")
    @Nullable
    String exit;

    /** Returns the name of an option that was given, or {@code null}. */
    @Nullable
    String given() {
        if (entry != null) return "--entry-function";
        if (exit != null) return "--exit-function";
        return library != null ? "--load" : null;
    }

    /**
     * Sets the options for {@code program}.
     *
     * @throws IllegalArgumentException if one does not make sense
     */
    void set(Preloading program) {
        if (library != null) {
            if (entry == null && exit == null)
                throw new IllegalArgumentException("--load names a library for --entry-function and --exit-function: give one of them");
            if (!Files.isRegularFile(library)) throw new IllegalArgumentException("--load: file '" + library + "' not found");
            program.put("TIMEMORY_INSTRUMENT_LOAD", library.toAbsolutePath().toString());
        }
        if (entry != null) program.put("TIMEMORY_INSTRUMENT_ENTRY", entry);
        if (exit != null) program.put("TIMEMORY_INSTRUMENT_EXIT", exit);
    }
}
