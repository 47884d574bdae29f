package timemory.timem

/** The number of words after an option. */
internal enum class Takes { NOTHING, ONE, MAYBE_ONE, SEVERAL }

/**
 * One option of the command line.
 *
 * @property value the name of its value in the help
 * @property variable the corresponding environment variable
 * @property names all its names, the first of which is used in messages
 */
internal enum class Option(
    spelled: String,
    val takes: Takes,
    val value: String,
    val help: String,
    val variable: String? = null,
) {
    OUTPUT(
        "--output -o", Takes.MAYBE_ONE, "FILE",
        "write the results to FILE too, as JSON if it ends in .json, otherwise as text.\nIn its name %p is the process ID, %j " +
            "the SLURM job, %r the rank and\n%s the number of ranks. Without FILE (before --): timem-output/COMMAND.json",
        "TIMEM_OUTPUT",
    ),
    INDIVIDUAL("--indiv -i", Takes.NOTHING, "", "one block for each process that the command starts"),
    REPEAT(
        "--repeat -n", Takes.ONE, "N",
        "run N times: mean and standard deviation. A second command may follow --vs,\nto be run in turns with the first and compared: " +
            "timem -n 20 A --vs B",
    ),
    WARM_UP("--warmup -w", Takes.ONE, "N", "with --repeat, run N times first without measuring"),
    EVENTS(
        "--events -e --papi-events", Takes.SEVERAL, "EVENTS",
        "count EVENTS of the kernel or processor, separated by commas: task-clock, cycles,\ninstructions, page-faults, " +
            "context-switches, LLC-load-misses, r01c2, cycles:u, ...",
    ),
    NO_COUNTERS("--disable-papi", Takes.NOTHING, "", "do not count cycles and instructions", "TIMEM_USE_PAPI"),
    SHELL(
        "--shell -s", Takes.MAYBE_ONE, "SHELL", "run the command in a shell: SHELL (before --), otherwise TIMEM_SHELL or SHELL",
        "TIMEM_USE_SHELL",
    ),
    SHELL_FLAGS("--shell-flags", Takes.ONE, "FLAGS", "flags for the shell, in one word (default: none)", "TIMEM_SHELL_FLAGS"),
    NO_SAMPLE(
        "--disable-sample --disable-sampling", Takes.NOTHING, "", "neither hold the command at its exit nor sample it before",
        "TIMEM_SAMPLE",
    ),
    SAMPLE(
        "--sample", Takes.MAYBE_ONE, "N",
        "show the command's process over time, in at most N rows (20); samples ten\ntimes a second unless --sample-freq says " +
            "otherwise",
    ),
    SAMPLE_DELAY("--sample-delay -d", Takes.ONE, "SECONDS", "take the first sample after SECONDS", "TIMEM_SAMPLE_DELAY"),
    SAMPLE_FREQUENCY("--sample-freq -f", Takes.ONE, "HZ", "sample HZ times a second", "TIMEM_SAMPLE_FREQ"),
    BUFFER_SIZE("--buffer-size -b", Takes.MAYBE_ONE, "N", "keep the last N samples (500), for JSON"),
    NETWORK("--network-stats", Takes.MAYBE_ONE, "YES|NO", "data received and sent by all network interfaces"),
    FORWARD(
        "--forward-signal -F", Takes.SEVERAL, "SIGNALS",
        "forward only SIGNALS to the command, by name or number; 0 for none. Otherwise:\nHUP INT QUIT TERM USR1 USR2 CONT TSTP, unless " +
            "the terminal has already sent them to both",
    ),
    MPI("--mpi", Takes.NOTHING, "", "prefix lines with the rank, which must be in the launcher's environment", "TIMEM_USE_MPI"),
    NO_MPI("--disable-mpi", Takes.NOTHING, "", "do not look for a rank in the environment"),
    VERBOSE("--verbose -v", Takes.MAYBE_ONE, "LEVEL", "show where values come from"),
    QUIET("--quiet -q", Takes.NOTHING, "", "no report on the terminal"),
    DEBUG("--debug", Takes.NOTHING, "", "report what happens as it happens"),
    HELP("--help -h -?", Takes.NOTHING, "", "this text"),
    VERSION("--version", Takes.NOTHING, "", "timem's version"),
    ;

    val names: List<String> = spelled.split(' ')
    val longName get() = names.first()
    val letter get() = names.firstOrNull { it.length == 2 }

    companion object {
        fun named(name: String): Option? = entries.firstOrNull { name in it.names }
    }
}
