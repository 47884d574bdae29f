package timemory.internal.callgraph

/*
 * What `timemory-dsl-off` has in the place of `timemory-dsl/common/recording`: recording is off, as a constant. The compiler removes
 * whatever depends on it from the code around a measured block, and the block is all that remains.
 */

/** Never: a constant to whoever compiles against this artifact, and to the JVM's compiler for code compiled against the other. */
@PublishedApi
internal inline val recording: Boolean get() = false

/** Does nothing: programs with this artifact do not measure. */
internal fun record(@Suppress("UNUSED_PARAMETER") on: Boolean) {}
