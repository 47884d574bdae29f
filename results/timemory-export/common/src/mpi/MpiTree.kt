package timemory.mpi

import timemory.internal.platform.Ffi
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.withMemory

/**
 * Joins the results of all ranks at the lowest rank, as `libtimemory-mpip.so` does in C (`tools/preload/mpi/c/gather.h`,
 * `tools/preload/mpi/c/rendezvous.h`): after making sure that all ranks have arrived, the ranks of each machine join theirs, and then the
 * lowest ranks of all machines do, each time as a binomial tree in which each rank sends once and holds at most three results. If groups of
 * ranks are to stay separate, groups replace machines, and their results are concatenated instead of merged.
 *
 * All ranks must use it between `MPI_Init` and the end of `MPI_Finalize`, from the thread that calls MPI.
 */
internal class MpiTree(private val mpi: MpiLibrary, private val report: (String) -> Unit) {
    val rank: Int = mpi.intOf("MPI_Comm_rank", mpi.world)

    /** The final results of a rank: those of one or more groups of ranks; none if it has passed them on. */
    class Outcome(val groups: List<ByteArray>, val isOfAll: Boolean)

    /** Like [Outcome], with several groups encoded as [RankGroups]; `null` if they are passed on. */
    private class Held(val bytes: ByteArray?, val isOfAll: Boolean)

    /**
     * Joins the results. Call it only after [areAllHere] returned `true`.
     *
     * @param groups the number of groups of neighbouring ranks to join results into; 1 for one result of all
     * @param ofMachine receives the joined results of a machine at its lowest rank, if there is a single group; it must not throw, because
     * other ranks are waiting
     */
    fun gather(
        own: ByteArray,
        groups: Int,
        ofMachine: (ByteArray) -> Unit,
        merge: (ByteArray, ByteArray) -> ByteArray,
    ): Outcome {
        // Not MPI_Comm_dup, which would call the program's attribute copy functions.
        val all = ready { into -> mpi.require("MPI_Comm_split", mpi.world, 0L, rank.toLong(), into) }
        val part = if (groups == 1) machineIn(all) else groupIn(all, groups)
        val leads = mpi.intOf("MPI_Comm_rank", part) == 0
        val leaders = mpi.handle { into -> mpi.require("MPI_Comm_split", all, if (leads) 0L else UNDEFINED, rank.toLong(), into) }
        var held = gatherIn(part, own, merge)
        val isList = leads && groups > 1
        if (leads) {
            mpi.require("MPI_Comm_set_errhandler", leaders, mpi.errorsReturn)
            if (held.isOfAll && groups == 1) ofMachine(held.bytes!!)
            // Waits for the leader even if its part's results are not complete.
            held = if (isList) gatherIn(leaders, RankGroups.of(held.bytes!!), ByteArray::plus) else gatherIn(leaders, held.bytes!!, merge)
            free(leaders)
        }
        free(part)
        free(all)
        val bytes = held.bytes ?: return Outcome(emptyList(), isOfAll = false)
        return Outcome(if (isList) RankGroups.listOf(bytes) else listOf(bytes), held.isOfAll)
    }

    private fun machineIn(all: Long) =
        ready { into -> mpi.require("MPI_Comm_split_type", all, mpi.shared, rank.toLong(), mpi.noInfo, into) }

    private fun groupIn(all: Long, groups: Int): Long {
        val inEach = (mpi.intOf("MPI_Comm_size", all) + groups - 1) / groups
        return ready { into -> mpi.require("MPI_Comm_split", all, (rank / inEach).toLong(), rank.toLong(), into) }
    }

    /** Creates a communicator whose errors bypass the program's error handler. */
    private inline fun ready(make: (Long) -> Unit): Long =
        mpi.handle(make).also { mpi.require("MPI_Comm_set_errhandler", it, mpi.errorsReturn) }

    private fun free(communicator: Long) = Ffi.withMemory(8L) { at ->
        Ffi.putLong(at, communicator)
        mpi.require("MPI_Comm_free", at)
    }

    private fun gatherIn(communicator: Long, own: ByteArray, merge: (ByteArray, ByteArray) -> ByteArray): Held {
        val here = mpi.intOf("MPI_Comm_rank", communicator)
        val size = mpi.intOf("MPI_Comm_size", communicator)
        var all = own
        var step = 1
        while (step in 1 until size) {
            if (here % (2 * step) == step) return passOn(all, here - step, communicator)
            if (here + step < size) all = take(all, here + step, communicator, merge)
            step *= 2
        }
        return Held(all, isOfAll = true)
    }

    /**
     * Sends results: the receiver replies whether it has room and whether it could merge them; if not, the sender keeps them. The messages
     * are compatible with `libtimemory-mpip.so`, because ranks of one job may be programs of either kind.
     */
    private fun passOn(bytes: ByteArray, to: Int, communicator: Long): Held {
        val isMerged = Ffi.withMemory(ANNOUNCED_BYTES) { at ->
            Ffi.putLong(at, bytes.size.toLong())
            Ffi.putLong(at + 8L, rank.toLong())
            send(at, ANNOUNCED_BYTES, to, LENGTH_TAG, communicator)
            answerOf(to, communicator) && run {
                sendAll(bytes, to, communicator)
                answerOf(to, communicator)
            }
        }
        return Held(if (isMerged) null else bytes, isOfAll = false)
    }

    private fun take(own: ByteArray, from: Int, communicator: Long, merge: (ByteArray, ByteArray) -> ByteArray): ByteArray {
        var sender = -1
        val length = Ffi.withMemory(ANNOUNCED_BYTES) { at ->
            receive(at, ANNOUNCED_BYTES, from, LENGTH_TAG, communicator)
            sender = Ffi.longAt(at + 8L).toInt()
            Ffi.longAt(at)
        }
        // The sender must get a reply even if this fails, for example for lack of memory.
        val room = attempt(sender) {
            require(length in 0L..Int.MAX_VALUE.toLong()) { "$length bytes of results are more than a process can take" }
            ByteArray(length.toInt())
        }
        answer(room != null, from, communicator)
        if (room == null) return own
        receiveAll(room, from, communicator)
        val merged = attempt(sender) { merge(own, room) }
        answer(merged != null, from, communicator)
        return merged ?: own
    }

    private inline fun attempt(sender: Int, make: () -> ByteArray): ByteArray? = try {
        make()
    } catch (failure: Throwable) {
        report("the results of rank $sender are written separately, not merged with those of rank $rank: ${failure.message ?: failure}")
        null
    }

    private fun answer(isYes: Boolean, to: Int, communicator: Long) = Ffi.withMemory(8L) { at ->
        Ffi.putByte(at, if (isYes) 1 else 0)
        send(at, 1L, to, ANSWER_TAG, communicator)
    }

    private fun answerOf(from: Int, communicator: Long): Boolean = Ffi.withMemory(8L) { at ->
        receive(at, 1L, from, ANSWER_TAG, communicator)
        Ffi.byteAt(at) != 0.toByte()
    }

    private fun sendAll(bytes: ByteArray, to: Int, communicator: Long) = inPieces(bytes.size) { at, first, length ->
        for (i in 0 until length) Ffi.putByte(at + i, bytes[first + i])
        send(at, length.toLong(), to, BODY_TAG, communicator)
    }

    private fun receiveAll(into: ByteArray, from: Int, communicator: Long) = inPieces(into.size) { at, first, length ->
        receive(at, length.toLong(), from, BODY_TAG, communicator)
        for (i in 0 until length) into[first + i] = Ffi.byteAt(at + i)
    }

    /** Splits a transfer into pieces of the maximum message size. An empty transfer is one message too. */
    private inline fun inPieces(length: Int, transfer: (at: Long, first: Int, length: Int) -> Unit) =
        Ffi.withMemory(length.coerceIn(1, PIECE).toLong()) { at ->
            var done = 0
            do {
                val piece = minOf(length - done, PIECE)
                transfer(at, done, piece)
                done += piece
            } while (done < length)
        }

    private fun send(at: Long, length: Long, to: Int, tag: Long, communicator: Long) =
        mpi.require("MPI_Send", at, length, mpi.byte, to.toLong(), tag, communicator)

    /** Receives by a probe that keeps the message, which avoids calling a function with seven arguments. */
    private fun receive(at: Long, length: Long, from: Int, tag: Long, communicator: Long) =
        Ffi.withMemory(STATUS_BYTES + 8L) { status ->
            val message = status + STATUS_BYTES
            mpi.require("MPI_Mprobe", from.toLong(), tag, communicator, message, status)
            mpi.require("MPI_Mrecv", at, length, mpi.byte, message, status)
        }

    /** Returns whether all ranks have arrived within [seconds]. See `tools/preload/mpi/c/rendezvous.h` for why there are two barriers. */
    fun areAllHere(seconds: Int): Boolean {
        try {
            if (haveAllCome(seconds, speaks = rank < SPEAKERS) && haveAllCome(MOMENT_SECONDS, speaks = false)) return true
        } catch (failure: Exception) {
            report("rank $rank writes its results separately: ${failure.message}")
            return false
        }
        report(
            "rank $rank writes its results separately: within $seconds s (TIMEMORY_MPI_JOIN_TIMEOUT) not all ranks reached MPI_Finalize " +
                "to merge theirs; 'timemory merge DIRECTORY -o all' merges them",
        )
        return false
    }

    private fun haveAllCome(seconds: Int, speaks: Boolean): Boolean = Ffi.withMemory(STATUS_BYTES + 16L) { memory ->
        val request = memory + STATUS_BYTES
        mpi.require("MPI_Ibarrier", mpi.world, request)
        val begin = monotonicNanoseconds()
        var hasSpoken = !speaks
        while (true) {
            mpi.require("MPI_Test", request, request + 8L, memory)
            if (Ffi.intAt(request + 8L) != 0) return@withMemory true
            val waited = monotonicNanoseconds() - begin
            if (waited > seconds * 1_000_000_000L) return@withMemory false
            if (waited > PATIENCE_NANOSECONDS && !hasSpoken) {
                hasSpoken = true
                report("rank $rank waits to merge results with other ranks, which are still running or do not merge theirs")
            }
            if (waited > 1_000_000L) pause(microseconds = if (waited < 100_000_000L) 50 else 1_000)
        }
        @Suppress("UNREACHABLE_CODE")
        false
    }

    private companion object {
        const val LENGTH_TAG = 1L
        const val BODY_TAG = 2L
        const val ANSWER_TAG = 3L

        /** The length, and the rank in MPI_COMM_WORLD. */
        const val ANNOUNCED_BYTES = 16L

        /** The maximum message length, because counts are ints. */
        const val PIECE = 1 shl 30

        /** MPI_UNDEFINED in all three ABIs. */
        const val UNDEFINED = -32_766L

        /** Large enough for the status of any ABI. */
        const val STATUS_BYTES = 64L
        const val MOMENT_SECONDS = 60

        /** How many of the lowest ranks report that they are waiting: see `tools/preload/mpi/c/rendezvous.c`. */
        const val SPEAKERS = 2
        const val PATIENCE_NANOSECONDS = 10_000_000_000L
    }
}
