@file:JvmName("Problems")

package timemory.spi

import kotlin.jvm.JvmName
import timemory.ExperimentalTimemoryApi
import timemory.internal.problems.activeProblems

/**
 * Reports a problem that occurred while measuring. A program must never fail because it is measured, so an integration reports problems
 * instead of throwing: the sentence is printed once to stderr, after `timemory: `, and is among the
 * [problems][timemory.results.Results.problems] of the session that is running or ending, if there is one. Throws nothing.
 *
 * ### Thread-safety
 * May be called from any thread.
 *
 * @param kind identifies the kind of problem, such as `"vertx route"`: only the first one of each kind is reported, for up to 1,000 kinds
 *     in a session
 * @param sentence what happened, the value, and the remedy, without a full stop
 */
@ExperimentalTimemoryApi
public fun reportProblem(kind: String, sentence: String): Unit = activeProblems().report(kind, sentence)
