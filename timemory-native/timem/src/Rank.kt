package timemory.timem

/** Which of a parallel program's processes this is; told by the launcher's environment. */
internal class Rank(val number: Int, val size: Int?) {
    companion object {
        /** Pairs of variables of Open MPI, PMIx, MPICH and those like it, MVAPICH and SLURM. */
        private val VARIABLES = listOf(
            "OMPI_COMM_WORLD_RANK" to "OMPI_COMM_WORLD_SIZE",
            "PMI_RANK" to "PMI_SIZE",
            "MV2_COMM_WORLD_RANK" to "MV2_COMM_WORLD_SIZE",
            "PMIX_RANK" to "PMIX_SIZE",
            "SLURM_PROCID" to "SLURM_NTASKS",
        )

        /**
         * The rank that reports are to show, `null` for none.
         *
         * @param isWanted `null` to show it where there is more than one process
         */
        fun of(isWanted: Boolean?, variable: (String) -> String?): Rank? {
            if (isWanted == false) return null
            val found = VARIABLES.firstNotNullOfOrNull { (rank, size) ->
                variable(rank)?.toIntOrNull()?.let { Rank(it, variable(size)?.toIntOrNull()) }
            }
            if (found == null && isWanted == true) {
                throw UsageError(
                    "--mpi: no rank in the environment (${VARIABLES.joinToString(", ") { it.first }}); start timem by the " +
                        "launcher: mpirun -n 4 timem COMMAND",
                )
            }
            return found?.takeIf { isWanted == true || it.size != 1 }
        }
    }
}
