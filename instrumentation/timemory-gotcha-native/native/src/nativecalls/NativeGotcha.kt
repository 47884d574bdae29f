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
 * Functions of other libraries, measured at each call, counted, or replaced, without their source or that of their callers.
 * ```
 * val packing = NativeGotcha(bundle<WallClock>()).wrap("deflate", "i32(ptr, i32)").wrap("inflate", "i32(ptr, i32)")
 *
 * packing.during { pack(files) }   // regions deflate, below the one that is open where it is called
 * ```
 *
 * A shared object, and the program itself, calls functions of others through slots, addresses in its own data. Those of all objects of the
 * process are rewritten when a gotcha is first started, and those of objects that are loaded later as they come. Not reached are calls
 * within one object, by addresses that the program took before, system calls, and programs that are linked statically.
 *
 * A gotcha acts while it was started more often than it was stopped. Where it does not, a call takes two or three nanoseconds more than
 * without. What is called in code of its own (audits, components) passes all gotchas by.
 *
 * **Kotlin's runtime is left alone.** It calls the C library in states in which no Kotlin can run, so functions that it needs
 * ([malloc][count] and the like, `pthread_...`) can be counted and not wrapped or replaced. `kotlin.math.cos` calls `cos` in such a state
 * as well: those calls are passed by, and reported, where `platform.posix.cos` is measured.
 *
 * Functions are named as the linker has them, with `@VERSION` for one version alone.
 *
 * ### Thread-safety
 * Any thread may call any of its functions; one gotcha is not to be described by two at once. After `fork` it does nothing in the child.
 *
 * @param bundle what measures the calls that are wrapped; `null`: nothing, for gotchas that count, replace or have an audit
 * @param priority of several gotchas for one function the one with the highest is outermost, of the same priority the one that was started
 *   last
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
     * Measures each call of [function] as a region with its name, below the region that is open. [signature] is its result and its
     * parameters as in `i32(ptr, u64, ...)`, of `v i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 ptr str ...`; without one all registers and 128
     * bytes of arguments on the stack are passed on, and audits know no arguments. Before the gotcha is first started.
     *
     * @throws IllegalArgumentException for what cannot be wrapped, with the reason: structures by value, `long double`, vectors, and
     *   functions that Kotlin's runtime needs
     */
    public fun wrap(function: String, signature: String? = null): NativeGotcha {
        refuseRuntimes(function, "wrapped")
        described(timemory_gotcha_wrap(gotcha, function, signature))
        regions?.add(function)
        unseen += UnseenCalls(function, "measured") { tm_gotcha_unseen(gotcha, function).toLong() }
        return this
    }

    /**
     * Calls [replacement] instead of [function], with the same parameters and result; the returned object has the original function for it
     * to call. It must not throw, as C could not catch that. A process can replace 64 functions so. Before the gotcha is first started.
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
     * Counts each call of [function], in two nanoseconds, and adds up its integer [argument], counted from 0; -1: none. It counts calls of
     * the runtime's too. See [counted]. Before the gotcha is first started.
     *
     * @throws IllegalArgumentException if [argument] is not one of the six that registers hold
     */
    public fun count(function: String, argument: Int = -1): NativeGotcha = described(timemory_gotcha_count(gotcha, function, argument))

    /** Has [audit] called in each call of the functions that are wrapped. Before the gotcha is first started. */
    public fun audit(
        audit: NativeAudit,
    ): NativeGotcha = described(timemory_gotcha_audit(gotcha, incoming, outgoing, ReportedAudit(audit).pointer))

    /**
     * Only calls by these objects: names of files or paths, with `*` and `?`; the program has its own name. None: by all. Before it is
     * first started.
     */
    public fun permitCallers(vararg objects: String): NativeGotcha =
        described(timemory_gotcha_permit_callers(gotcha, objects.joinToString(",")))

    /** Not calls by these objects, as [permitCallers] has them; what is rejected is not permitted. */
    public fun rejectCallers(vararg objects: String): NativeGotcha =
        described(timemory_gotcha_reject_callers(gotcha, objects.joinToString(",")))

    /** Only these of its functions, with `*` and `?`; none: all. At any time. */
    public fun permit(vararg functions: String): NativeGotcha = described(timemory_gotcha_permit(gotcha, functions.joinToString(",")))

    /** Not these of its functions, as [permit] has them. At any time. */
    public fun reject(vararg functions: String): NativeGotcha = described(timemory_gotcha_reject(gotcha, functions.joinToString(",")))

    /** Wraps only calls of threads that started it. Before it is first started. */
    public fun ofStartingThreads(): NativeGotcha =
        described(timemory_gotcha_set_scope(gotcha, timemory_gotcha_scope.TIMEMORY_GOTCHA_THREAD))

    /**
     * It acts from now on. Where a function has no slot that is reported, with the reason and the objects that have the function; it acts
     * all the same, as one may come that calls it.
     */
    public fun start() {
        if (!timemory_gotcha_start(gotcha)) {
            val why = takeError()
            activeProblems().report("native gotcha $why", why)
        }
    }

    /** Ends what [start] began. */
    public fun stop() {
        timemory_gotcha_stop(gotcha)
        unseen.forEach { it.report() }
    }

    /** It acts while [block] runs. */
    public inline fun <R> during(block: () -> R): R {
        start()
        try {
            return block()
        } finally {
            stop()
        }
    }

    /**
     * Puts the slots back as they were before, to the byte. Calls in progress end normally. It cannot be started again; what all threads
     * counted until then can still be read.
     */
    override fun close() {
        timemory_gotcha_remove(gotcha)
        unseen.forEach { it.report() }
    }

    /** How many slots of [function], or of all of its functions, are rewritten now. */
    public fun slots(function: String? = null): Int = timemory_gotcha_slots(gotcha, function).toInt()

    /**
     * What was counted of [function] on all threads that there are and were, or on the calling thread alone.
     *
     * @throws IllegalArgumentException if [count] was not asked for it, and for one thread once it was closed
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

    /** What all have in common. */
    public companion object {
        /** While [block] runs, what the calling thread calls passes all gotchas by: for replacements that call what they replace. */
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
