package timemory.mpi.launched

/**
 * Facts about the parallel program that this process is part of, from its launcher's environment variables. MPI is not called.
 *
 * `timem` is linked without this module, and compiles this folder itself.
 *
 * @property launcher whose variables these are
 * @property rank the number of the process, from 0
 * @property size the number of processes; `null` if the launcher does not say
 * @property localRank the rank among the processes of the same machine; `null` if the launcher does not say
 * @property job distinguishes this job from others; `null` if the launcher does not say
 * @property attempt distinguishes the runs of a job that was restarted under the same number; empty the first time
 * @property variable the environment variable that holds the rank
 */
internal class Launched(
    val launcher: String,
    val rank: Int,
    val size: Int?,
    val localRank: Int?,
    val job: String?,
    val attempt: String = "",
    val variable: String? = null,
) {
    companion object {
        /** The variables that hold a rank, in order of precedence. */
        val rankVariables: List<String> get() = LAUNCHERS.map { it.rank }

        /**
         * Returns the facts in the environment's [variables]; `null` if there are none. With nested launchers the innermost counts: the
         * ranks of `mpirun` within a Slurm job are MPI's.
         */
        fun of(variables: (String) -> String?): Launched? = LAUNCHERS.firstNotNullOfOrNull { it.read(variables) }
    }
}

/** A launcher and its variables; if several are listed for one fact, the first one that is set counts. */
private class Launcher(
    val name: String,
    val rank: String,
    val sizes: List<String>,
    val localRanks: List<String>,
    val jobs: List<String>,
    /** One of these must also be set for the rank to be that of a process rather than of a script that starts processes. */
    val condition: List<String> = emptyList(),
    /** The variable that numbers the steps within one job. */
    val step: String? = null,
) {
    fun read(variables: (String) -> String?): Launched? {
        fun number(names: List<String>): Int? =
            names.firstNotNullOfOrNull { name -> variables(name)?.trim()?.toIntOrNull()?.takeIf { it >= 0 } }
        if (condition.isNotEmpty() && condition.all { variables(it) == null }) return null
        val rank = number(listOf(rank)) ?: return null
        val job = jobs.firstNotNullOfOrNull { name -> variables(name)?.takeIf(String::isNotBlank) }
        val stepNumber = step?.let(variables)
        return Launched(
            name,
            rank,
            number(sizes)?.takeIf { it > rank },
            number(localRanks),
            if (stepNumber == null) job else job?.plus(".$stepNumber"),
            // Slurm counts how often it requeued the enclosing job.
            variables("SLURM_RESTART_COUNT")?.trim()?.takeIf { it != "0" }.orEmpty(),
            this.rank,
        )
    }
}

private val LAUNCHERS = listOf(
    Launcher(
        "Open MPI", "OMPI_COMM_WORLD_RANK", listOf("OMPI_COMM_WORLD_SIZE"), listOf("OMPI_COMM_WORLD_LOCAL_RANK"),
        listOf("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"),
    ),
    Launcher("MVAPICH", "MV2_COMM_WORLD_RANK", listOf("MV2_COMM_WORLD_SIZE"), listOf("MV2_COMM_WORLD_LOCAL_RANK"), listOf("PMI_JOBID")),
    Launcher("PALS", "PALS_RANKID", listOf("PALS_SIZE", "PMI_SIZE"), listOf("PALS_LOCAL_RANKID"), listOf("PALS_APID")),
    Launcher("Flux", "FLUX_TASK_RANK", listOf("FLUX_JOB_SIZE"), listOf("FLUX_TASK_LOCAL_ID"), listOf("FLUX_JOB_ID")),
    Launcher("PMI", "PMI_RANK", listOf("PMI_SIZE"), listOf("MPI_LOCALRANKID"), listOf("PMI_JOBID")),
    Launcher("PMIx", "PMIX_RANK", listOf("PMIX_SIZE"), emptyList(), listOf("PMIX_NAMESPACE")),
    // Last, because processes started by another launcher inherit these from the daemon that started it.
    Launcher(
        "Slurm", "SLURM_PROCID", listOf("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"), listOf("SLURM_LOCALID"),
        listOf("SLURM_JOB_ID", "SLURM_JOBID"), condition = listOf("SLURM_STEP_ID", "SLURM_STEPID"), step = "SLURM_STEP_ID",
    ),
)
