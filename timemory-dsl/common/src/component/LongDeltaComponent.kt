package timemory

/**
 * A [LongComponent] whose value is the reading of a source at the end of the lap minus the reading at its start.
 *
 * Most components are of this kind, and need no more than [read]:
 * ```
 * class HeapUsed : LongDeltaComponent() {
 *     override fun read(): Long = runtime.totalMemory() - runtime.freeMemory()
 *
 *     companion object : ComponentType<HeapUsed>("heap_used", "Change of the heap in use", Quantity.MEMORY, ::HeapUsed)
 * }
 * ```
 */
public abstract class LongDeltaComponent : LongComponent() {
    private var begin = 0L

    /** The source's reading now, in raw units. */
    protected abstract fun read(): Long

    override fun start() {
        begin = read()
    }

    override fun stop() {
        record(read() - begin)
    }

    final override fun openLap(): Long? = read() - begin
}
