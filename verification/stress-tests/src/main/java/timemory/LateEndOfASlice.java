package timemory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A coroutine resumes on a second thread, which closes its region, while the first thread has yet to notice the suspension. The last of the
 * two records the lap: once, with both slices.
 */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "one lap with both slices")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lap or a slice is lost, or counted twice")
@State
public class LateEndOfASlice {

    private final SuspendedRegion region = new SuspendedRegion();

    @Actor
    public void endOfTheFirstSlice() {
        region.endOfTheFirstSlice();
    }

    /** The second thread resumes the coroutine and closes the region. */
    @Actor
    public void secondSlice() {
        SuspendedRegion.SecondSlice slice = region.new SecondSlice();
        slice.end();
    }

    @Arbiter
    public void merge(II_Result result) {
        region.count(result);
    }
}
