package timemory.live.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import timemory.internal.platform.JvmProcessKt;
import timemory.internal.platform.SystemEnvironment;

/** Exemplars of all sources. */
final class Exemplars {

    private final List<ExemplarSource> sources = new ArrayList<>();

    /** Starts {@code sources}. */
    Exemplars(Iterable<ExemplarSource> sources) {
        for (ExemplarSource source : sources) {
            source.begin();
            this.sources.add(source);
        }
    }

    /** Returns the sources on the class path. If one cannot be used, it is reported and skipped, with those after it. */
    static Exemplars find() {
        try {
            return new Exemplars(SystemEnvironment.canFindFiles()
                    ? ServiceLoader.load(ExemplarSource.class, Exemplars.class.getClassLoader()) : List.of());
        } catch (ServiceConfigurationError failure) {
            JvmProcessKt.printError("timemory: no exemplars for Prometheus: " + failure.getMessage());
            return new Exemplars(List.of());
        }
    }

    /** Returns the last of {@code laps} that took more than {@code above} and up to {@code most} nanoseconds; empty for none. */
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

    /** Formats an exemplar for OpenMetrics 1.0; its label names and values have fewer than 128 characters together, as required. */
    private static String text(Exemplar lap) {
        return String.format(Locale.ROOT, " # {trace_id=\"%s\",span_id=\"%s\"} %s %d.%03d", lap.traceId(), lap.spanId(),
                lap.nanoseconds() / 1e9,
                lap.at() / 1000, lap.at() % 1000);
    }
}
