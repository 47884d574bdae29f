package timemory.forwarding

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Keeps a tool switched on while at least one region is open on any thread.
 *
 * The tool is not called under a lock. A thread that finds the switch in the wrong state, with no other thread about to turn it, turns it
 * and checks again afterwards: so the turns are sequential, the last one is right, and no thread waits. A thread whose region opens while
 * another thread turns the switch continues immediately; the tool is switched on a moment later.
 *
 * @param turn switches the tool on or off, and returns an error message, `null` if there is none
 */
internal class RefCountedToggle(private val turn: (isOn: Boolean) -> String?) {
    private val lock = Lock()
    private var open = 0
    private var isOn = false
    private var isTurning = false

    fun open(): String? = change(1)

    fun close(): String? = change(-1)

    private fun change(by: Int): String? {
        var problem: String? = null
        var next = lock.hold {
            open += by
            claim()
        }
        while (next != null) {
            val on: Boolean = next
            try {
                turn(on)?.let { problem = it }
            } catch (failure: Exception) {
                problem = failure.message ?: failure.toString()
            }
            next = lock.hold {
                isOn = on
                isTurning = false
                claim()
            }
        }
        return problem
    }

    private fun claim(): Boolean? {
        val wanted = open > 0
        if (isTurning || isOn == wanted) return null
        isTurning = true
        return wanted
    }
}
