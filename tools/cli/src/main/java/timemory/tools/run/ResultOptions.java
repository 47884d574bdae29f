package timemory.tools.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code timemory run} that say how calls are recorded and where results go. They become settings. */
final class ResultOptions {
    /** Deep enough for most programs to be understood, and not so deep that those which recurse fill the memory with paths. */
    static final int DEFAULT_DEPTH = 32;

    /** Some hundred megabytes where all of them are needed. */
    static final int DEFAULT_NODES = 1_000_000;

    @Option(names = {"-M", "--scope"}, paramLabel = "tree|flat|timeline", description = "Record calls in a tree, by function only, "
            + "or individually (default: tree).")
    @Nullable
    String scope;

    @Option(names = "--max-depth", paramLabel = "N", description = {
        "Maximum depth of nested functions; deeper calls count in their callers (default: " + DEFAULT_DEPTH
                + ", or TIMEMORY_MAX_DEPTH)."})
    @Nullable
    Integer maxDepth;

    @Option(names = "--no-throttle", description = "Keep measuring functions that are called very often and take little time.")
    boolean noThrottle;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of timemory, as `timemory avail -S` lists them.")
    Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--output-path", paramLabel = "DIR", description = "Output directory (default: timemory-output).")
    @Nullable
    Path outputPath;

    @Option(names = "--tables", description = "Print the whole call graph at the end too.")
    boolean tables;

    @Option(names = {"-q", "--quiet"}, description = "Print nothing at the end.")
    boolean quiet;

    /** @throws IllegalArgumentException if it is not one */
    void checkScope() {
        if (scope != null && !List.of("tree", "flat", "timeline").contains(scope))
            throw new IllegalArgumentException("--scope must be tree, flat or timeline, not '" + scope + "'");
    }

    /** Returns whether --set has {@code setting}. */
    boolean sets(String setting) {
        return valueOf(setting) != null;
    }

    private @Nullable String valueOf(String setting) {
        String variable = Preloading.variable(setting);
        for (Map.Entry<String, String> set : settings.entrySet()) {
            if (Preloading.variable(set.getKey()).equals(variable)) return set.getValue();
        }
        return null;
    }

    /** Returns where a program that runs writes, which has a working folder of its own. */
    Path absoluteOutputPath() {
        if (outputPath != null) return outputPath.toAbsolutePath();
        String set = valueOf("OUTPUT_PATH");
        return Path.of(set == null ? "timemory-output" : set).toAbsolutePath();
    }
}
