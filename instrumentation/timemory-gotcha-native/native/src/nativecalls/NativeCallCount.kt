package timemory.nativecalls

import timemory.ExperimentalTimemoryApi

/**
 * Calls counted by a [NativeGotcha].
 *
 * @property calls how often the function was called
 * @property sum that of the selected argument; 0 without one
 */
@ExperimentalTimemoryApi
public data class NativeCallCount(public val calls: Long, public val sum: Long)
