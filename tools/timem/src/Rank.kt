package timemory.timem

import timemory.mpi.launched.Launched

/** Which of a parallel program's processes this is, by the launcher's environment. */
internal class Rank(val number: Int, val size: Int?, val job: String?) {
    companion object {
        /**
         * The rank that reports are to show, `null` for none.
         *
         * @param isWanted `null` to show it where there is more than one process
         */
        fun of(isWanted: Boolean?, variable: (String) -> String?): Rank? {
            if (isWanted == false) return null
            val found = Launched.of(variable)
            if (found == null && isWanted == true) {
                throw UsageError(
                    "--mpi: no rank in the environment (${Launched.rankVariables.joinToString(", ")}); start timem with the " +
                        "launcher: mpirun -n 4 timem COMMAND",
                )
            }
            return found?.takeIf { isWanted == true || it.size != 1 }?.let { Rank(it.rank, it.size, it.job) }
        }
    }
}
