package timemory

/**
 * The ability of a component to measure, or to mark, what goes on in one stream of a GPU: `bundle.measure("solve", stream) { ... }` starts
 * the components that have it with the stream, and the others plainly. Any component may have it.
 *
 * ### Thread-safety
 * As [Component].
 */
public interface StreamComponent {
    /** Begins a lap, in place of [Component.start]: [stream] is what it is about, until it ends. */
    public fun start(stream: Stream)
}
