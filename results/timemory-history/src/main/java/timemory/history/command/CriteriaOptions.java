package timemory.history.command;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import timemory.history.change.ChangePoints.Criteria;

/** The options that define what counts as a change. */
final class CriteriaOptions {
    @Option(names = "--least", paramLabel = "PERCENT", description = "Minimum change in percent (default: ${DEFAULT-VALUE}).")
    private double least = 1.0;

    @Option(names = "--window", paramLabel = "N", description = "Maximum number of runs to compare, before and after a change together "
            + "(default: ${DEFAULT-VALUE}).")
    private int window = Criteria.USUAL.window();

    Criteria criteria(CommandLine line) {
        try {
            return new Criteria(window, least / 100, Criteria.USUAL.level());
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(line, failure.getMessage());
        }
    }
}
