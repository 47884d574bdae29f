package timemory.agent.record;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import timemory.internal.platform.SystemEnvironment;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/**
 * The default format of a trace: for Perfetto and in Chrome's format, and without tables and trees, because they would have a line for each
 * call. It has as many calls as fit into a quarter of the heap, but no more than the settings allow.
 */
final class TraceSettings {
    private static final List<String> TABLES = List.of("COUT_OUTPUT", "TEXT_OUTPUT", "JSON_OUTPUT", "TREE_OUTPUT");

    /** Bytes per call, including those needed to make the results; found by reducing the heap until that failed. */
    private static final int BYTES_OF_A_CALL = 1024;

    private TraceSettings() {}

    /** @param given names of settings that the user passed to the agent */
    static void applyTo(SettingsBuilder builder, Set<String> given) {
        Settings known = Timemory.getSettings();
        for (String table : TABLES) if (!isSet(table, given)) builder.set(table, "false");
        if (!isSet("FLAMEGRAPH_OUTPUT", given)) builder.set("FLAMEGRAPH_OUTPUT", "true");
        String formats = known.getOutputFormats();
        if (!formats.contains("perfetto")) builder.set("OUTPUT_FORMATS", formats.isBlank() ? "perfetto" : formats + ",perfetto");
        long room = Runtime.getRuntime().maxMemory() / 4 / BYTES_OF_A_CALL;
        if (!isSet("MAX_NODES", given) && room < known.getMaxNodes()) builder.set("MAX_NODES", Long.toString(Math.max(1000, room)));
    }

    private static boolean isSet(String name, Set<String> given) {
        for (String each : given) if (each.toUpperCase(Locale.ROOT).replaceFirst("^TIMEMORY_", "").equals(name)) return true;
        return SystemEnvironment.hasVariable("TIMEMORY_" + name)
                || SystemEnvironment.hasProperty("timemory." + name.toLowerCase(Locale.ROOT));
    }
}
