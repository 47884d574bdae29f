package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import timemory.Bundles;
import timemory.StandIns;
import timemory.Timemory;
import timemory.TripCount;
import timemory.bundle.Bundle2;
import timemory.forwarding.TauMarker;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** Regions on virtual threads are not forwarded to tools that track threads, which is reported. */
@EnabledForJreRange(minVersion = 22)
class VirtualThreadMarkersTest {

    @Test
    void aTimerOfTauIsNotBegunOnAVirtualThread() throws Exception {
        StandIns.INSTANCE.load("tau");
        StandIns.INSTANCE.takeLines("tau");
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        Bundle2<TripCount, TauMarker> tools = Bundles.of(TripCount.class, TauMarker.class);
        Runnable work = () -> tools.run("virtual", () -> {});
        for (int i = 0; i < 2; i++) {
            ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)).join();
        }
        Results results = Timemory.finalize();
        assertEquals(2, results.get("trip_count").find("virtual").getInclusive().getLaps());
        assertEquals(List.of(), StandIns.INSTANCE.takeLines("tau").stream().filter(line -> line.contains("virtual")).toList());
        assertEquals(1, results.getProblems().size(), results.getProblems().toString());
        assertTrue(results.getProblems().get(0).contains("virtual threads"), results.getProblems().get(0));
    }
}
