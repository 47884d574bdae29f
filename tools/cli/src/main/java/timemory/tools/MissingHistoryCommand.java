package timemory.tools;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code timemory history}, where the module is not in the class path that has it. */
@Command(name = "history", description = "Stores the results of many runs and finds when a region changed.")
final class MissingHistoryCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(hidden = true, arity = "0..*")
    @SuppressWarnings("unused") // whatever they are
    private List<String> arguments;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "timemory-history is not on the class path, with the database that it needs (80 MB): "
                        + "bin/timemory in a source tree has it; in an installation, unpack the archive timemory-history over it; "
                        + "in a program, add dev.timemory:timemory-history");
    }
}
