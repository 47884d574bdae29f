package timemory.tools.run;

/** One of the ways in which {@code timemory run} measures a program. {@link RunCommand} chooses it by the options given. */
interface RunMode {
    /**
     * Returns the exit status of the command.
     *
     * @throws picocli.CommandLine.ParameterException if the options do not go with this mode
     * @throws IllegalArgumentException if the program cannot be measured, with the reason
     */
    int run() throws Exception;
}
