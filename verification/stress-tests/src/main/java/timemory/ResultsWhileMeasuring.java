package timemory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import timemory.internal.callgraph.Session;
import timemory.internal.callgraph.ThreadGraph;
import timemory.results.Results;

/** Results created while another thread measures contain only complete laps, and do not lose any. */
@JCStressTest
@Outcome(id = "[0-3], 0, 3", expect = Expect.ACCEPTABLE, desc = "some of the laps, each whole; in the end all of them")
@Outcome(expect = Expect.FORBIDDEN, desc = "half a lap, or one lost")
@State
public class ResultsWhileMeasuring {

    private final Session session = new Session(Timemory.getSettings(), null);

    @Actor
    public void measures() {
        ThreadGraph graph = session.register(true);
        Ticks.measure(graph, "region");
        Ticks.measure(graph, "region");
        Ticks.measure(graph, "region");
    }

    @Actor
    public void makesResults(III_Result result) {
        Results results = session.collect();
        result.r1 = Ticks.sum(results, "region");
        result.r2 = result.r1 - Ticks.laps(results, "region");
    }

    @Arbiter
    public void merge(III_Result result) {
        result.r3 = Ticks.laps(session.collect(), "region");
    }
}
