package timemory.bridges;

import timemory.bundle.Bundle4;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.Components;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;
import timemory.TripCount;

/** Prints which bridges are available, and measures with all of them. */
final class AbsentTools {

    private AbsentTools() {}

    public static void main(String[] arguments) {
        for (String id : new String[] {"jfr_event", "otel_span", "micrometer_timer"}) {
            ComponentType<?> type = Components.find(id);
            System.out.println(id + ": " + type.unavailableReason());
        }
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        Bundle4<TripCount, JfrEvent, OtelSpan, MicrometerTimer> all =
                Bundles.of(TripCount.class, JfrEvent.class, OtelSpan.class, MicrometerTimer.class);
        all.run("x", () -> {});
        all.run("x", () -> {});
        Results results = Timemory.finalize();
        System.out.println("laps: " + results.get(TripCount.TYPE).find("x").getInclusive().getLaps());
    }
}
