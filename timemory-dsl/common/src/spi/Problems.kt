@file:JvmName("Problems")

package timemory.spi

import kotlin.jvm.JvmName
import timemory.ExperimentalTimemoryApi
import timemory.internal.problems.activeProblems

/**
 * Reports what went wrong while measuring. A program must never fail because it is measured, so an integration reports instead of throwing:
 * the sentence is printed once on the standard error stream, after `timemory: `, and is among the
 * [problems][timemory.results.Results.problems] of the session that measures or ends, if there is one. Throws nothing.
 *
 * ### Thread-safety
 * May be called from any thread.
 *
 * @param kind what the problem is the same by, such as `"vertx route"`: the first one of each kind is reported, up to 1,000 kinds in a session
 * @param sentence what happened, the value, and the way out, without a full stop
 */
@ExperimentalTimemoryApi
public fun reportProblem(kind: String, sentence: String): Unit = activeProblems().report(kind, sentence)
