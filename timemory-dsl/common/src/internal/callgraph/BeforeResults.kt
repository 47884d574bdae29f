package timemory.internal.callgraph

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/** What is to be done before results are made, by who keeps something back until then: most often there is nothing. */
internal object BeforeResults {
    private val lock = Lock()
    private var actions: List<(Session, Boolean) -> Unit> = emptyList()

    /**
     * Has [action] called from now on, with the session and whether it ends; if so, no region is recorded any more, otherwise threads go on measuring. It must not throw.
     */
    fun add(action: (session: Session, isEnd: Boolean) -> Unit) = lock.hold { actions = actions + action }

    fun run(session: Session, isEnd: Boolean) {
        for (action in lock.hold { actions }) action(session, isEnd)
    }
}
