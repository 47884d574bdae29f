package timemory.bundle

import timemory.internal.callgraph.MIN_SWEEP
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.Weak
import timemory.internal.platform.hold
import timemory.internal.problems.Problems

/**
 * The bundles that include the components of a user bundle. They are held weakly, because programs also create bundles in functions.
 *
 * ### Thread-safety
 * May be used by any thread. Calls nothing while holding its lock.
 */
internal class Followers {
    private class Follower(bundle: Bundle, val builder: BundleBuilder) : Weak<Bundle>(bundle)

    private val lock = Lock()
    private val all = ArrayList<Follower>()
    private var sweepAt = MIN_SWEEP

    fun add(bundle: Bundle, builder: BundleBuilder) {
        val follower = Follower(bundle, builder)
        lock.hold {
            if (all.size >= sweepAt) sweep()
            all.add(follower)
        }
    }

    private fun sweep() {
        val living = all.filter { it.target() != null }
        all.clear()
        all.addAll(living)
        sweepAt = maxOf(MIN_SWEEP, 2 * living.size)
    }

    /** Announces changed components; errors in them are added to [problems], or to those of the session. */
    fun inform(problems: Problems?) {
        for (follower in lock.hold { all.toList() }) follower.target()?.let { follower.builder.follow(it, problems) }
    }
}
