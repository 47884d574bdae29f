package timemory.internal.callgraph

/*
 * The variable that a region's fast path reads first. It is in a separate file because Kotlin/Native checks, whenever a variable
 * of a file is read, whether that file's variables have been initialised; unless all of them begin as numbers or truth values. And
 * because this is the one file that `timemory-off` replaces, the artifact with which programs do not measure.
 */

/** Whether regions are recorded: the only thing looked at while measuring is off. */
@PublishedApi
internal var recording: Boolean = recordsFromStart
    private set

/** Switches recording on or off. */
internal fun record(on: Boolean) {
    recording = on
}
