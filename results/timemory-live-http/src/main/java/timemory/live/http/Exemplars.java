package timemory.live.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import timemory.internal.platform.JvmProcessKt;
import timemory.internal.platform.SystemEnvironment;

/** Those of all sources. */
final class Exemplars {

    private final List<ExemplarSource> sources = new ArrayList<>();

    /** Those of {@code sources}, which begin to keep some. */
    Exemplars(Iterable<ExemplarSource> sources) {
        for (ExemplarSource source : sources) {
            source.begin();
            this.sources.add(source);
        }
    }

    /** Those on the class path. One that is there but cannot be used is reported, and left out with those after it. */
    static Exemplars find() {
        try {
            return new Exemplars(SystemEnvironment.canFindFiles()
                    ? ServiceLoader.load(ExemplarSource.class, Exemplars.class.getClassLoader()) : List.of());
        } catch (ServiceConfigurationError failure) {
            JvmProcessKt.printError("timemory: no exemplars for Prometheus: " + failure.getMessage());
            return new Exemplars(List.of());
        }
    }

    /** Of the laps of {@code label}, the last one that took more than {@code above} nanoseconds, and up to {@code most}; empty for none. */
    String textOf(List<Exemplar> laps, long above, long most) {
        Exemplar last = null;
        for (Exemplar lap : laps) {
            boolean isHere = lap.nanoseconds() > above && lap.nanoseconds() <= most;
            if (isHere && (last == null || lap.at() > last.at())) {
                last = lap;
            }
        }
        return last == null ? "" : text(last);
    }

    List<Exemplar> of(String label) {
        List<Exemplar> all = new ArrayList<>();
        for (ExemplarSource source : sources) {
            for (Exemplar exemplar : source.of(label)) {
                if (exemplar.isValid()) {
                    all.add(exemplar);
                }
            }
        }
        return all;
    }

    /** As OpenMetrics 1.0 has it; together the names and values of labels have less than 128 characters, as they must. */
    private static String text(Exemplar lap) {
        return String.format(Locale.ROOT, " # {trace_id=\"%s\",span_id=\"%s\"} %s %d.%03d", lap.traceId(), lap.spanId(),
                lap.nanoseconds() / 1e9,
                lap.at() / 1000, lap.at() % 1000);
    }
}
