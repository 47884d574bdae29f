package timemory.nativecalls

import timemory.ExperimentalTimemoryApi

/**
 * Calls that a [NativeGotcha] counted.
 *
 * @property calls how often the function was called
 * @property sum of the argument that was chosen; 0 without one
 */
@ExperimentalTimemoryApi
public data class NativeCallCount(public val calls: Long, public val sum: Long)
