package timemory.timem

import timemory.mpi.launched.Launched

/** The rank of this process in a parallel program, from the launcher's environment. */
internal class Rank(val number: Int, val size: Int?, val job: String?) {
    companion object {
        /**
         * Returns the rank that reports show, `null` for none.
         *
         * @param isWanted `null` to show it if there is more than one process
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
