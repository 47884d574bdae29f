package timemory.tools.io;

import java.util.function.Consumer;
import picocli.CommandLine;

/** Where sentences go that are no part of what a command shows. */
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
