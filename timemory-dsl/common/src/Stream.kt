package timemory

/**
 * A queue that a device processes in order, such as a GPU stream. Components that measure or mark its work accept one ([StreamComponent]);
 * their descriptions say which kinds.
 *
 * ### Thread-safety
 * Immutable.
 */
public interface Stream
