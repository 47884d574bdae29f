package timemory.history.change;

/**
 * A place in a series from which on its numbers are others than before.
 *
 * @param index the first number after the change, counted from 0
 * @param pValue how likely the two sides would differ as much by chance, if nothing had changed and this place had been asked for alone
 * @param correctedPValue the same of the place where they differ most, which was looked for: what to decide by
 * @param before the mean from the change before this one on, or from the begin
 * @param after the mean up to the next change, or to the end
 * @param earliest the first index, and {@code latest} the last one, at which the change may have been as well: they hold it in 95 of 100 cases
 */
public record ChangePoint(int index, double pValue, double correctedPValue, double before, double after, int earliest, int latest) {

    /** By how much it changed, in parts of what was before; not finite where that was nothing. */
    public double relative() {
        if (before == after) return 0.0;
        return (after - before) / Math.abs(before);
    }

    /** The larger of the parts that one side is more or less than the other, whichever of both it is said of. */
    double magnitude() {
        double forth = before == 0.0 ? 0.0 : Math.abs(after / before - 1.0);
        double back = after == 0.0 ? 0.0 : Math.abs(before / after - 1.0);
        return Math.max(forth, back);
    }
}
