@file:OptIn(ExperimentalForeignApi::class)

package timemory.nativecalls

import cnames.structs.timemory_gotcha
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.pointed
import kotlinx.cinterop.ptr
import timemory.ExperimentalTimemoryApi
import timemory.bundle.Bundle
import timemory.cinterop.gotcha.timemory_counted
import timemory.cinterop.gotcha.timemory_gotcha_audit
import timemory.cinterop.gotcha.timemory_gotcha_count
import timemory.cinterop.gotcha.timemory_gotcha_counted
import timemory.cinterop.gotcha.timemory_gotcha_pass_by
import timemory.cinterop.gotcha.timemory_gotcha_permit
import timemory.cinterop.gotcha.timemory_gotcha_permit_callers
import timemory.cinterop.gotcha.timemory_gotcha_reject
import timemory.cinterop.gotcha.timemory_gotcha_reject_callers
import timemory.cinterop.gotcha.timemory_gotcha_remove
import timemory.cinterop.gotcha.timemory_gotcha_replace
import timemory.cinterop.gotcha.timemory_gotcha_scope
import timemory.cinterop.gotcha.timemory_gotcha_set_scope
import timemory.cinterop.gotcha.timemory_gotcha_slots
import timemory.cinterop.gotcha.timemory_gotcha_start
import timemory.cinterop.gotcha.timemory_gotcha_stop
import timemory.cinterop.gotcha.timemory_gotcha_wrap
import timemory.cinterop.gotcha.timemory_place_of_original
import timemory.cinterop.gotcha.timemory_unseen_by
import timemory.cinterop.gotcha.tm_gotcha_of
import timemory.cinterop.gotcha.tm_gotcha_unseen
import timemory.cinterop.gotcha.tm_new_replacement
import timemory.internal.problems.activeProblems

/**
 * Measures, counts, or replaces functions of other libraries, without the source code of the library or its callers.
 * ```
 * val packing = NativeGotcha(bundle<WallClock>()).wrap("deflate", "i32(ptr, i32)").wrap("inflate", "i32(ptr, i32)")
 *
 * packing.during { pack(files) }   // regions named deflate, below the open region
 * ```
 *
 * A shared object, or the program itself, calls functions of others through slots: addresses in its own data. Those of all objects in the
 * process are rewritten when a gotcha is first started, and those of objects loaded later when they are loaded. Calls within an object,
 * calls through addresses taken earlier, system calls and statically linked programs are not affected.
 *
 * A gotcha is active while it has been started more often than stopped. While it is inactive, each call takes 2 to 3 ns longer. Calls made
 * by its own code (audits, components) bypass all gotchas.
 *
 * **Kotlin's runtime is left alone.** It calls the C library in states in which Kotlin code cannot run, so functions that it needs
 * ([malloc][count] and the like, `pthread_...`) can be counted but not wrapped or replaced. `kotlin.math.cos` calls `cos` in such a state
 * as well: those calls bypass the gotcha, which is reported if `platform.posix.cos` is measured.
 *
 * Functions are given by their linker symbols, with `@VERSION` for one version only.
 *
 * ### Thread-safety
 * All functions are thread-safe, but a gotcha must not be configured by two threads at once. After `fork` it does nothing in the child.
 *
 * @param bundle measures the wrapped calls; `null`: nothing, for gotchas that count, replace or have an audit
 * @param priority among several gotchas for one function, the one with the highest priority is outermost; with equal priority, the one
 *   started last
 */
@ExperimentalTimemoryApi
public class NativeGotcha(bundle: Bundle? = null, priority: Int = 0) : AutoCloseable {
    private val regions = bundle?.let(::WrappedRegions)
    private val gotcha: CPointer<timemory_gotcha>
    private val unseen = ArrayList<UnseenCalls>()

    init {
        entrances
        gotcha = tm_gotcha_of(regions?.address ?: 0L, priority) ?: throw OutOfMemoryError("out of memory for a gotcha")
    }

    /**
     * Measures each call of [function] as a region with its name, below the current region. [signature] is its result and parameters as in
     * `i32(ptr, u64, ...)`, made of `v i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 ptr str ...`; without one, all registers and 128 bytes of
     * stack arguments are passed on, and audits see no arguments. Call it before the gotcha is first started.
     *
     * @throws IllegalArgumentException with the reason if it cannot be wrapped: structures by value, `long double`, vectors, and functions
     *   that Kotlin's runtime needs
     */
    public fun wrap(function: String, signature: String? = null): NativeGotcha {
        refuseRuntimes(function, "wrapped")
        described(timemory_gotcha_wrap(gotcha, function, signature))
        regions?.add(function)
        unseen += UnseenCalls(function, "measured") { tm_gotcha_unseen(gotcha, function).toLong() }
        return this
    }

    /**
     * Calls [replacement] instead of [function], with the same parameters and result; the returned object provides the original function
     * for it to call. It must not throw, because C could not catch that. A process can replace 64 functions this way. Call it before the
     * gotcha is first started.
     *
     * @throws IllegalArgumentException for functions that Kotlin's runtime needs
     */
    public fun <F : Function<*>> replace(function: String, replacement: CPointer<CFunction<F>>): OriginalFunction<F> {
        refuseRuntimes(function, "replaced")
        val entry = checkNotNull(tm_new_replacement(replacement)) { "$function: a process can replace at most 64 functions from Kotlin" }
        described(timemory_gotcha_replace(gotcha, function, entry.pointed.entry, timemory_place_of_original(entry)))
        unseen += UnseenCalls(function, "replaced") { timemory_unseen_by(entry).toLong() }
        return OriginalFunction(entry, function)
    }

    /**
     * Counts each call of [function], which takes 2 ns, and sums its integer [argument], counted from 0; -1: none. It counts calls made by
     * the runtime too. See [counted]. Call it before the gotcha is first started.
     *
     * @throws IllegalArgumentException if [argument] is not one of the six passed in registers
     */
    public fun count(function: String, argument: Int = -1): NativeGotcha = described(timemory_gotcha_count(gotcha, function, argument))

    /** Calls [audit] in each call of the wrapped functions. Call it before the gotcha is first started. */
    public fun audit(
        audit: NativeAudit,
    ): NativeGotcha = described(timemory_gotcha_audit(gotcha, incoming, outgoing, ReportedAudit(audit).pointer))

    /**
     * Restricts it to calls from these objects: file names or paths, with `*` and `?`; the program has its own name. None: from all. Call
     * it before the first start.
     */
    public fun permitCallers(vararg objects: String): NativeGotcha =
        described(timemory_gotcha_permit_callers(gotcha, objects.joinToString(",")))

    /** Excludes calls from these objects, in the format of [permitCallers]; rejection takes precedence. */
    public fun rejectCallers(vararg objects: String): NativeGotcha =
        described(timemory_gotcha_reject_callers(gotcha, objects.joinToString(",")))

    /** Restricts it to these of its functions, with `*` and `?`; none: all. Can be called at any time. */
    public fun permit(vararg functions: String): NativeGotcha = described(timemory_gotcha_permit(gotcha, functions.joinToString(",")))

    /** Excludes these of its functions, in the format of [permit]. Can be called at any time. */
    public fun reject(vararg functions: String): NativeGotcha = described(timemory_gotcha_reject(gotcha, functions.joinToString(",")))

    /** Wraps only calls of threads that started it. Call it before the first start. */
    public fun ofStartingThreads(): NativeGotcha =
        described(timemory_gotcha_set_scope(gotcha, timemory_gotcha_scope.TIMEMORY_GOTCHA_THREAD))

    /**
     * Activates it. If a function has no slot, that is reported, with the reason and the objects that define the function; it is active
     * anyway, because an object that calls it may be loaded later.
     */
    public fun start() {
        if (!timemory_gotcha_start(gotcha)) {
            val why = takeError()
            activeProblems().report("native gotcha $why", why)
        }
    }

    /** Reverses one [start]. */
    public fun stop() {
        timemory_gotcha_stop(gotcha)
        unseen.forEach { it.report() }
    }

    /** Is active while [block] runs. */
    public inline fun <R> during(block: () -> R): R {
        start()
        try {
            return block()
        } finally {
            stop()
        }
    }

    /**
     * Restores the original slots exactly. Calls in progress end normally. It cannot be started again; the counts of all threads so far
     * remain readable.
     */
    override fun close() {
        timemory_gotcha_remove(gotcha)
        unseen.forEach { it.report() }
    }

    /** Returns how many slots of [function], or of all of its functions, are currently rewritten. */
    public fun slots(function: String? = null): Int = timemory_gotcha_slots(gotcha, function).toInt()

    /**
     * Returns the counts of [function] for all present and past threads, or for only the calling thread.
     *
     * @throws IllegalArgumentException if [count] was not called for it, and for one thread after it was closed
     */
    public fun counted(function: String, onThisThread: Boolean = false): NativeCallCount = memScoped {
        val counted = alloc<timemory_counted>()
        described(timemory_gotcha_counted(gotcha, function, onThisThread, counted.ptr))
        NativeCallCount(counted.calls.toLong(), counted.sum)
    }

    private fun described(isDone: Boolean): NativeGotcha {
        if (!isDone) throw IllegalArgumentException(takeError())
        return this
    }

    /** Members shared by all gotchas. */
    public companion object {
        /** While [block] runs, calls of the calling thread bypass all gotchas: for replacements that call the function they replace. */
        public inline fun <R> passingBy(block: () -> R): R {
            passBy(true)
            try {
                return block()
            } finally {
                passBy(false)
            }
        }

        @PublishedApi
        internal fun passBy(on: Boolean): Unit = timemory_gotcha_pass_by(on)
    }
}
