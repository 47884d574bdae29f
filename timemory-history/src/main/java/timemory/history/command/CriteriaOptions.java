package timemory.history.command;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import timemory.history.change.ChangePoints.Criteria;

/** What counts as a change. */
final class CriteriaOptions {
    @Option(names = "--least", paramLabel = "PERCENT", description = "The least change in percent (default: ${DEFAULT-VALUE}).")
    private double least = 1.0;

    @Option(names = "--window", paramLabel = "N", description = "How many runs are looked at together (default: ${DEFAULT-VALUE}).")
    private int window = Criteria.USUAL.window();

    Criteria criteria(CommandLine line) {
        try {
            return new Criteria(window, Criteria.USUAL.maxPValue(), least / 100, Criteria.USUAL.maxCorrectedPValue());
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(line, wrong.getMessage());
        }
    }
}
