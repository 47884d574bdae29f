package timemory

/**
 * Where a device works off what it is given, one thing after the other: a stream of a GPU, say. Components that measure or mark what goes
 * on there take one ([StreamComponent]); which kinds a component knows stands in its description.
 *
 * ### Thread-safety
 * Immutable.
 */
public interface Stream
