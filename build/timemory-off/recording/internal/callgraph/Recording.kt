package timemory.internal.callgraph

import timemory.internal.platform.reportTwoCores

/*
 * What `timemory-off` has in the place of `timemory-dsl/common/recording`: recording is off, as a constant. The compiler removes
 * whatever depends on it from the code around a measured block, and the block is all that remains.
 */

/** Always false: a constant for code compiled against this artifact, and for the JVM's compiler in code compiled against the other. */
@PublishedApi
internal inline val recording: Boolean get() = false

/** Does nothing: programs with this artifact do not measure. */
internal fun record(@Suppress("UNUSED_PARAMETER") on: Boolean) {}

/** On the JVM, when the first region asks whether it is recorded. */
@Suppress("unused")
private val reported: Unit = reportTwoCores()
