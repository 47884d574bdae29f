package timemory

import kotlin.concurrent.Volatile

/*
 * The two variables that a region's fast path reads. They stand in a file of their own because Kotlin/Native checks, whenever a
 * variable of a file is read from outside, whether that file's variables have been initialised; unless all of them begin as constants.
 * And because this is the one file that `timemory-dsl-off` replaces, the artifact with which programs do not measure.
 */

/** Whether regions are recorded: the only thing looked at while measuring is off. */
@PublishedApi
internal var recording: Boolean = true
    private set

/** Switches recording on or off. */
internal fun record(on: Boolean) {
    recording = on
}

/** The session that regions are recorded in; `null` before the first, after the last, and while results are made. */
@Volatile
internal var activeSession: Session? = null
