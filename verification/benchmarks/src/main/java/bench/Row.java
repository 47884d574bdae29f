package bench;

import java.util.List;

/**
 * A line of the table: the value of one case, compared with another of the same round if {@code baseline} is not {@code null}.
 *
 * @param value which of the case's values is used: {@code time}, in nanoseconds, unless the program prints it under another name
 * @param goal the upper limit, or {@code null} if the value is only reported
 */
record Row(String name, String target, Kind kind, String value, Case subject, Case baseline, Double goal) {

    enum Kind {
        /** How many times the baseline. */
        RATIO("x"),
        /** The difference from the baseline. */
        MORE(" ns more"),
        /** The value itself. */
        NANOSECONDS(" ns"),
        BYTES(" B"),
        MILLISECONDS(" ms");

        final String unit;

        Kind(String unit) {
            this.unit = unit;
        }
    }

    /** Whether its goal is a difference smaller than the variation between runs, so that more runs are needed. */
    boolean isFine() {
        return kind == Kind.RATIO && goal != null && goal < 1.02;
    }

    static Row ratio(String name, String target, Case subject, Case baseline, Double goal) {
        return new Row(name, target, Kind.RATIO, Case.TIME, subject, baseline, goal);
    }

    static Row more(String name, String target, Case subject, Case baseline, Double goal) {
        return new Row(name, target, Kind.MORE, Case.TIME, subject, baseline, goal);
    }

    static Row time(String name, String target, Case subject, Double goal) {
        return new Row(name, target, Kind.NANOSECONDS, Case.TIME, subject, null, goal);
    }

    static Row stated(String name, String target, Case subject) {
        return time(name, target, subject, null);
    }

    static Row value(String name, String target, Kind kind, String value, Case subject, Double goal) {
        return new Row(name, target, kind, value, subject, null, goal);
    }

    /** The outcome of the rounds. */
    record Result(Row row, List<Double> figures, double time, Double baselineTime, Double bytes) {

        double median() {
            return Rounds.median(figures);
        }

        double least() {
            return figures.stream().mapToDouble(figure -> figure).min().orElseThrow();
        }

        double most() {
            return figures.stream().mapToDouble(figure -> figure).max().orElseThrow();
        }

        boolean isMet() {
            return row.goal() == null || median() <= row.goal();
        }
    }
}
