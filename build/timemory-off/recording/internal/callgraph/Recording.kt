package timemory.internal.callgraph

import timemory.internal.platform.reportTwoCores

/*
 * The `timemory-off` replacement for `timemory-dsl/common/recording`: a constant that says recording is off. The compiler removes whatever
 * depends on it from the code around a measured block; only the block remains.
 */

/** A constant for code compiled against this artifact, and for the JIT compiler in code compiled against the other one. */
@PublishedApi
internal inline val recording: Boolean get() = false

/** Does nothing: programs with this artifact do not measure. */
internal fun record(@Suppress("UNUSED_PARAMETER") on: Boolean) {}

/** On the JVM, when the first region checks whether it is recorded. */
@Suppress("unused")
private val reported: Unit = reportTwoCores()
