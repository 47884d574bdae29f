package timemory.faults;

/** What happens to a program. */
enum Fault {
    NONE("none", "disk", null),
    SIGTERM("SIGTERM", "run", "TERM"),
    SIGINT("SIGINT", "run", "INT"),
    SIGHUP("SIGHUP", "run", "HUP"),
    SIGTERM_WHILE_WRITING("SIGTERM while results are written", "write", "TERM"),
    KILL("kill -9", "run", "KILL"),
    KILL_WHILE_WRITING("kill -9 while results are written", "write", "KILL"),
    KILL_BETWEEN_CHECKPOINTS("kill -9 between checkpoints", "run", "KILL"),
    FULL_DISK("full disk", "disk", null),
    NO_DESCRIPTORS("no descriptors left", "descriptors", null),
    THREADS_STOPPED("threads interrupted or cancelled", "stop", null),
    STACK_OVERFLOW("stack overflow", "overflow", null),
    OUT_OF_MEMORY("out of memory", "memory", null),
    FILE_SIZE("file size limit", "disk", null),
    LITTLE_MEMORY("many labels in little memory", "labels", null),
    SIGTERM_WITH_PERCENTILES("SIGTERM with percentiles and checkpoints", "run", "TERM"),
    POOL("several programs write to one folder", "disk", null),
    REQUEUED("job requeued after kill -9", "disk", null);

    /** A description for the table. */
    final String title;

    /** What the program should do, its second argument. */
    final String mode;

    /** The signal that the test sends; null if the fault comes from the program itself or its environment. */
    final String signal;

    Fault(String title, String mode, String signal) {
        this.title = title;
        this.mode = mode;
        this.signal = signal;
    }

    /** Nothing can be written or reported after it. */
    boolean isMute() {
        return this == KILL || this == KILL_WHILE_WRITING || this == KILL_BETWEEN_CHECKPOINTS;
    }

    boolean comesBetweenCheckpoints() {
        return this == KILL_BETWEEN_CHECKPOINTS;
    }

    /** Whether the program writes its results so far ten times a second. */
    boolean hasCheckpoints() {
        return this == KILL_BETWEEN_CHECKPOINTS || this == SIGTERM_WITH_PERCENTILES;
    }

    /** Whether it is about several programs that write to one folder. */
    boolean isOfSeveral() {
        return this == POOL || this == REQUEUED;
    }

    boolean comesWhileWriting() {
        return this == SIGTERM_WHILE_WRITING || this == KILL_WHILE_WRITING;
    }
}
