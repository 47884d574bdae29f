package timemory.tools.roofline;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code timemory roofline}: what a machine can do, and how near to it regions came. */
@Command(
        name = "roofline",
        description = "The roofline model: measures the machine's peak performance (ert), and plots regions against it (plot).",
        mixinStandardHelpOptions = true,
        subcommands = {ErtCommand.class, RooflinePlotCommand.class},
        footer = {
            "",
            "Example:",
            "  timemory roofline ert -o ert.json",
            "  TIMEMORY_COMPONENTS=cpu_roofline java -jar program.jar",
            "  timemory roofline plot --roofs ert.json timemory-output",
            "  timemory roofline ert --device gpu -o ert.json       (adds to the roofs of the CPU)",
        })
public final class RooflineCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: `timemory roofline ert` measures the machine, `timemory "
                + "roofline plot` draws");
    }
}
