package timemory.maven;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import timemory.tools.TimemoryCommand;

/** A goal that runs a {@code timemory} command. */
abstract class CommandMojo extends AbstractMojo {
    private static final int EXCEEDED = 3;

    /** Additional options of the command, as on the command line. */
    @Parameter
    private List<String> options = List.of();

    /** Whether to skip the goal. */
    @Parameter(property = "timemory.skip", defaultValue = "false")
    private boolean skip;

    /** Returns the command with its arguments, including those in {@code options}. */
    abstract List<String> command(List<String> options) throws MojoExecutionException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("skipped (timemory.skip)");
            return;
        }
        List<String> command = command(options);
        StringWriter out = new StringWriter();
        StringWriter messages = new StringWriter();
        int status = TimemoryCommand.run(command, new PrintWriter(out, true), new PrintWriter(messages, true));
        out.toString().lines().forEach(getLog()::info);
        String said = messages.toString().strip();
        if (status == EXCEEDED) throw new MojoFailureException(said);
        if (status != 0) throw new MojoExecutionException("timemory " + String.join(" ", command) + ": " + said);
        said.lines().filter(line -> !line.isBlank()).forEach(getLog()::info);
    }
}
