package timemory.tools.io;

import java.util.function.Consumer;
import picocli.CommandLine;

/** Receives sentences that are not part of a command's output. */
public final class Notices {

    private Notices() {}

    /** Those of a command, with its name before them. */
    public static Consumer<String> of(CommandLine line) {
        return sentence -> {
            line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + Terminal.visible(sentence));
            line.getErr().flush();
        };
    }
}
