package timemory.output

import kotlin.concurrent.Volatile
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.pause
import timemory.internal.platform.progressHere
import timemory.internal.platform.progressOfThread
import timemory.internal.platform.startThread

private const val MAX_NAP_MICROSECONDS = 1_000

/**
 * What [action] makes of each of [items], which must not throw, in their order. Up to [most] threads do so at once, the calling one among
 * them; where no other can be started, it does all.
 *
 * The calling thread takes from the front and the others from the back: formats that take long, as pages, are listed last. Who waits here
 * for a thread that makes no progress is given up as one that makes none itself.
 */
internal fun <T> doSideBySide(items: List<T>, most: Int, action: (T) -> String?): Array<String?> {
    val work = SharedWork(items, action)
    var helpers = 0
    for (number in 1 until minOf(most, items.size)) if (startThread("timemory-writer-$number", work)) helpers++
    work.doFromFront()
    var nap = 20
    while (work.finishedHelpers < helpers) {
        pause(nap)
        nap = minOf(2 * nap, MAX_NAP_MICROSECONDS)
    }
    return work.results
}

private class SharedWork<T>(private val items: List<T>, private val action: (T) -> String?) : () -> Unit {
    private val lock = Lock()
    private val progress = progressHere()
    private var first = 0
    private var last = items.lastIndex
    val results = arrayOfNulls<String>(items.size)

    /** Written under the lock after what the helper made, and read by the thread that waits for it. */
    @Volatile
    var finishedHelpers: Int = 0
        private set

    fun doFromFront() {
        while (true) {
            val i = lock.hold { if (first > last) -1 else first++ }
            if (i < 0) return
            results[i] = action(items[i])
        }
    }

    /** What a helper does. */
    override fun invoke() {
        try {
            progressOfThread.set(progress)
            while (true) {
                val i = lock.hold { if (first > last) -1 else last-- }
                if (i < 0) return
                results[i] = action(items[i])
            }
        } finally {
            lock.hold { finishedHelpers++ }
        }
    }
}
