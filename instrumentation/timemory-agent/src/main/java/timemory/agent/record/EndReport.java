package timemory.agent.record;

import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;
import timemory.agent.option.AgentOptions;
import timemory.results.Results;
import timemory.results.ResultsListener;

/** Prints the report at the end of the session for which it was created, if the options request it. */
abstract class EndReport implements ResultsListener {
    final AgentOptions options;

    /** A later session of the program does not belong to this measurement. */
    private boolean isTold;

    EndReport(AgentOptions options) {
        this.options = options;
    }

    /** @param results {@code null} if they could not be made */
    abstract String text(@Nullable Results results);

    final boolean isTold() {
        return isTold;
    }

    @Override
    public final void finalized(@Nullable Results results) {
        if (isTold) return;
        isTold = true;
        if (!options.report && options.reportFile == null) return;
        String text = text(results);
        if (options.report) System.err.print(text);
        if (options.reportFile == null) return;
        try {
            Files.writeString(options.reportFile, text);
        } catch (IOException failure) {
            System.err.println("timemory: cannot write " + options.reportFile + ": " + failure.getMessage());
        }
    }
}
