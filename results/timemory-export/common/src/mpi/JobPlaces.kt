package timemory.mpi

import timemory.internal.platform.environmentVariables
import timemory.mpi.launched.Launched
import timemory.output.JobPlace
import timemory.output.fileName

/** Returns this process's identification in its job; `null` if no launcher started it, or it is the only process. */
internal val ownPlace: JobPlace? by lazy { Launched.of(environmentVariables()::get)?.takeIf { it.size != 1 }?.place() }

/** Returns where a process writes its files, and how file names and metadata identify it within the job. */
internal fun Launched.place(): JobPlace = JobPlace(
    folder = fileName(job?.let { "job-$it" } ?: "ranks-of-${size ?: "a-job"}"),
    suffix = "-$rank",
    facts = listOfNotNull(
        "LAUNCHER" to launcher,
        "RANK" to rank.toString(),
        size?.let { "RANKS" to it.toString() },
        localRank?.let { "LOCAL_RANK" to it.toString() },
        job?.let { "JOB" to it },
        attempt.ifEmpty { null }?.let { "JOB_RESTARTS" to it },
    ),
    size = size,
    isNamed = job != null,
    attempt = attempt,
    variable = variable,
)
