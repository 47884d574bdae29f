package timemory.test;

import java.util.Iterator;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/**
 * Counts how often a block enters a region. Created by {@link Budgets#assertLaps}.
 *
 * <p>It counts the laps of the region anywhere in the call graph, on all threads of the process, between the start of the block and its
 * end; if laps have different components, those of the component with the most. Without a session, one is started for the block that writes
 * no results.
 *
 * <p>Not thread-safe.
 */
public final class LapsCheck {

    private final String label;
    private final Block block;

    LapsCheck(String label, Block block) {
        this.label = label;
        this.block = block;
    }

    /**
     * Runs the block and checks that it enters the region at most {@code laps} times.
     *
     * @return how often it did
     * @throws AssertionFailedError if it enters it more often
     * @throws TestAbortedException if measuring is off
     */
    public long isAtMost(long laps) {
        return isBetween(0, laps);
    }

    /**
     * Runs the block and checks that it enters the region at least {@code laps} times.
     *
     * @return how often it did
     * @throws AssertionFailedError if it enters it less often
     * @throws TestAbortedException if measuring is off
     */
    public long isAtLeast(long laps) {
        return isBetween(laps, Long.MAX_VALUE);
    }

    /**
     * Runs the block and checks that it enters the region {@code least} to {@code most} times.
     *
     * @return how often it did
     * @throws AssertionFailedError if it enters it less or more often
     * @throws TestAbortedException if measuring is off
     * @throws IllegalArgumentException if the range is empty
     * @throws IllegalStateException if the block ends the session in which its regions are recorded
     */
    public long isBetween(long least, long most) {
        requireBounds(least, most);
        boolean isOwnSession = !Timemory.isInitialized();
        if (isOwnSession) {
            Timemory.init(silent());
        }
        try {
            return check(count(), least, most);
        } catch (Throwable failure) {
            throw Throwing.asIs(failure);
        } finally {
            if (isOwnSession) {
                Timemory.finalize();
            }
        }
    }

    /** Checks that the range is valid. */
    static void requireBounds(long least, long most) {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("laps: between " + least + " and " + most + " there is no number of laps");
        }
    }

    private static SettingsBuilder silent() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        return settings;
    }

    private long count() throws Throwable {
        if (!Timemory.isEnabled()) {
            throw new TestAbortedException("laps of region '" + label + "' cannot be counted: measuring is switched off "
                    + "(TIMEMORY_ENABLED=false)");
        }
        long before = lapsSoFar();
        block.run();
        return lapsSoFar() - before;
    }

    private long lapsSoFar() {
        Results results = Timemory.results();
        if (results == null) {
            throw new IllegalStateException("laps of region '" + label + "' cannot be counted: the session was ended in the block. "
                    + "Count inside of a session, or let the block begin none");
        }
        long most = 0;
        for (CallGraph graph : results.getGraphs()) {
            most = Math.max(most, lapsIn(graph));
        }
        return most;
    }

    private long lapsIn(CallGraph graph) {
        long laps = 0;
        for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            laps += node.getLabel().equals(label) ? node.getInclusive().getLaps() : 0;
        }
        return laps;
    }

    private long check(long laps, long least, long most) {
        if (laps < least || laps > most) {
            String budget = most == Long.MAX_VALUE ? "at least " + least : least == 0 ? "at most " + most : least + " to " + most;
            throw new AssertionFailedError("region '" + label + "' was entered " + laps + " times, but the budget is " + budget
                    + (laps == 0 ? ". Is the label spelt as in measure(...)?" : ". The call graph of the session tells from where it "
                            + "was entered"),
                    budget, laps);
        }
        return laps;
    }
}
