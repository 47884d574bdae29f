package timemory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Like {@link LateEndOfASlice}, but the second thread opens the region again, usually with the same objects. The first thread, which may
 * still be about to record the lap, must not record the next one.
 */
@JCStressTest
@Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "a lap with both slices, and one with its own")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lap or a slice is lost, or counted twice")
@State
public class LateEndOfAnEarlierLap {

    private final SuspendedRegion region = new SuspendedRegion();

    @Actor
    public void endOfTheFirstSlice() {
        region.endOfTheFirstSlice();
    }

    /** The second thread resumes the coroutine, closes the region, and opens and closes it once more. */
    @Actor
    public void secondSlice() {
        SuspendedRegion.SecondSlice slice = region.new SecondSlice();
        slice.again();
        slice.end();
    }

    @Arbiter
    public void merge(II_Result result) {
        region.count(result);
    }
}
