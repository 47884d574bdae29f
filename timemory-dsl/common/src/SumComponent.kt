package timemory

import timemory.internal.callgraph.record

/** A component whose value is the sum of the values of its [parts], such as the process and the children it waited for. */
public abstract class SumComponent internal constructor(private vararg val parts: LongComponent) : LongComponent() {
    final override val isComposite: Boolean get() = true

    final override val leaves: List<Component> get() = parts.flatMap { it.leaves }

    final override fun start() {
        for (i in parts.lastIndex downTo 0) parts[i].start()
    }

    final override fun stop() {
        var sum = 0L
        for (part in parts) {
            part.stop()
            sum += part.last
        }
        record(sum)
    }

    final override fun openLap(): Long? {
        var sum = 0L
        for (part in parts) sum += part.openLap() ?: return null
        return sum
    }
}
