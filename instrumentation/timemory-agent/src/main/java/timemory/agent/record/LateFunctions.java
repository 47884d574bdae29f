package timemory.agent.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kotlin.jvm.functions.Function0;
import org.jspecify.annotations.Nullable;
import timemory.output.MetadataExtensions;

/**
 * Reports which functions are not measured from the start, because samples chose them, or not until the end, because they are throttled: in
 * the report, in the metadata of the results and below their tables. Their counts and times lack the calls before or after.
 *
 * <p>May be used by any number of threads.
 */
public final class LateFunctions {
    /** The functions that this process's results report; {@code null} for none. */
    private static volatile @Nullable LateFunctions announced;

    private static boolean isAsked;

    private final Sites sites;
    private final WovenFunctions woven;

    LateFunctions(Sites sites, WovenFunctions woven) {
        this.sites = sites;
        this.woven = woven;
    }

    /** Makes the results of this process report this. */
    void announce() {
        announced = this;
        if (!isAsked) MetadataExtensions.INSTANCE.add(new Facts());
        isAsked = true;
        MetadataExtensions.note = new Note();
    }

    /** Not lambdas: the JVM would create classes for them at program start. */
    private static final class Facts implements Function0<Map<String, String>> {
        @Override
        public Map<String, String> invoke() {
            LateFunctions now = announced;
            return now == null ? Map.of() : now.facts();
        }
    }

    private final class Note implements Function0<@Nullable String> {
        @Override
        public @Nullable String invoke() {
            return note();
        }
    }

    /** Reverts {@link #announce}. */
    public static void revoke() {
        announced = null;
        MetadataExtensions.note = null;
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("AGENT_FUNCTIONS", woven.text());
        facts.put("AGENT_FUNCTIONS_CHOSEN_BY_SAMPLES", Boolean.toString(woven.hasUnwoven()));
        Map<Long, List<Site>> late = byTime();
        if (!late.isEmpty()) {
            facts.put("AGENT_MEASURED_LATER", late.entrySet().stream()
                    .map(entry -> seconds(entry.getKey()) + ": " + entry.getValue().stream().map(Site::label).sorted()
                            .collect(Collectors.joining(", ")))
                    .collect(Collectors.joining("; ")));
        }
        if (sites.throttled() > 0) {
            facts.put("AGENT_THROTTLED",
                    sites.all().stream().filter(Site::isThrottled).map(Site::label).distinct().sorted().collect(Collectors.joining(", ")));
        }
        return facts;
    }

    private @Nullable String note() {
        String throttled = throttledNote();
        if (!woven.hasUnwoven()) return throttled;
        int late = byTime().values().stream().mapToInt(List::size).sum();
        return Plurals.text("functions that no sample showed are not here, and %,d count only from when one did "
                + "(AGENT_MEASURED_LATER in the metadata; all-functions measures all from the start)%s", late,
                throttled == null ? "" : "; " + throttled);
    }

    private @Nullable String throttledNote() {
        int throttled = sites.throttled();
        if (throttled == 0) return null;
        return Plurals.text("%,d %s called often and took little time, so calls after the first ones are missing "
                + "(AGENT_THROTTLED in the metadata; --no-throttle measures all calls)", throttled,
                throttled == 1 ? "function was" : "functions were");
    }

    /** For the report: empty if all selected functions are measured from the start. */
    String text() {
        if (!woven.hasUnwoven()) return "";
        Map<Long, List<Site>> late = byTime();
        String when = late.entrySet().stream()
                .map(entry -> Plurals.text("%,d from %s", entry.getValue().size(), seconds(entry.getKey())))
                .collect(Collectors.joining(", "));
        return Plurals.text("timemory: the first %,d functions were measured from the start, others from when samples showed "
                + "that they take time%s (--all-functions measures all from the start)%n",
                woven.first(), when.isEmpty() ? "" : ": " + when);
    }

    /** Returns since when the functions with {@code label} are measured, empty for the start. */
    String from(String label) {
        for (List<Site> some : byTime().values()) {
            for (Site site : some) if (site.label().equals(label)) return "from " + seconds(site.from()) + " on";
        }
        return "";
    }

    private Map<Long, List<Site>> byTime() {
        Map<Long, List<Site>> late = new TreeMap<>();
        for (Site site : sites.all()) if (site.from() > 0) late.computeIfAbsent(site.from(), time -> new ArrayList<>()).add(site);
        return late;
    }

    private static String seconds(long nanoseconds) {
        return Plurals.text("%.2f s", nanoseconds / 1e9);
    }
}
