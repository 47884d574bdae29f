package readme

import kotlin.coroutines.CoroutineContext
import timemory.ExperimentalTimemoryApi
import timemory.OpenRegion
import timemory.bundle.Bundle
import timemory.spi.openSuspending

/** What docs/writing-integrations.md shows of Kotlin. */
@OptIn(ExperimentalTimemoryApi::class)
class MeasuredCall(private val bundle: Bundle, private val context: CoroutineContext) {
    private var region: OpenRegion? = null

    fun started(name: String) {
        region = bundle.openSuspending(name, context)
    }

    fun finished() {
        region?.close()
        region = null
    }
}
