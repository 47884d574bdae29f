package timemory.mpi.launched

/**
 * What this process knows of the parallel program it is part of by the environment variables of its launcher. No function of MPI is called for it.
 *
 * `timem` is linked without this module, and compiles this folder itself.
 *
 * @property launcher by whose variables this is known
 * @property rank the number of the process, from 0 on
 * @property size how many there are; `null` where the launcher does not say
 * @property localRank the number among those of the same machine; `null` where the launcher does not say
 * @property job what distinguishes this job from others; `null` where the launcher does not say
 * @property attempt distinguishes the runs of a job that was started again under its number; empty the first time
 * @property variable the environment variable that has the rank
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
        /** The variables that hold a rank, in the order in which they count. */
        val rankVariables: List<String> get() = LAUNCHERS.map { it.rank }

        /**
         * What the environment's [variables] say, `null` where they say nothing. Of several launchers the innermost counts: the ranks of
         * `mpirun` within a job of Slurm are MPI's.
         */
        fun of(variables: (String) -> String?): Launched? = LAUNCHERS.firstNotNullOfOrNull { it.read(variables) }
    }
}

/** A launcher, with the variables that say what; of several for one thing the first that is there counts. */
private class Launcher(
    val name: String,
    val rank: String,
    val sizes: List<String>,
    val localRanks: List<String>,
    val jobs: List<String>,
    /** One of these has to be there as well for the rank to be that of a process, and not of a script that starts some. */
    val condition: List<String> = emptyList(),
    /** Numbers what is started within one job. */
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
            // Slurm counts how often it requeued the job that everything else is part of.
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
    // The last: what another launcher starts inherits these of the daemon that started it.
    Launcher(
        "Slurm", "SLURM_PROCID", listOf("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"), listOf("SLURM_LOCALID"),
        listOf("SLURM_JOB_ID", "SLURM_JOBID"), condition = listOf("SLURM_STEP_ID", "SLURM_STEPID"), step = "SLURM_STEP_ID",
    ),
)
