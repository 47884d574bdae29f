package timemory

/**
 * Implemented by components that can measure or mark the work in one GPU stream: `bundle.measure("solve", stream) { ... }` starts these
 * components with the stream, and the others as usual. Any component may implement it.
 *
 * ### Thread-safety
 * As for [Component].
 */
public interface StreamComponent {
    /** Whether it accepts streams. A component that a program defines by functions may lack the one for streams. */
    public val takesStreams: Boolean get() = true

    /** Starts a lap for the work in [stream], in place of [Component.start]. */
    public fun start(stream: Stream)
}
