package timemory.spi

import timemory.CallContext
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.ContextFrame

/**
 * A period of work on one thread, whose regions are below the [CallContext] that was made current for it; see [CallContext.makeCurrent].
 *
 * ### Thread-safety
 * To be closed by the thread that made the context current. Scopes on one thread nest: the last one created is closed first.
 */
@ExperimentalTimemoryApi
public class ContextScope internal constructor(private val context: CallContext, private var frame: ContextFrame?) : AutoCloseable {
    /** Ends the scope; closing it again does nothing. Regions that are still open in it stay open. */
    override fun close() {
        val frame = frame ?: return
        this.frame = null
        context.leave(frame)
    }
}
