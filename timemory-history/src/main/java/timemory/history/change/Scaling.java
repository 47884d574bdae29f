package timemory.history.change;

import java.util.List;

/**
 * How something grows with a number, as time with threads or a size: measured means, and the power of the number that fits them best.
 *
 * @param exponent b of c * x^b, by least squares of the logarithms; not a number for fewer than two points, or where one is not above 0
 * @param determination how much of the scatter of the logarithms the fit explains, 1 for all; not a number for fewer than three points
 */
public record Scaling(double exponent, double determination) {

    /**
     * What was measured.
     *
     * @param at the number: of threads, say
     * @param mean of the runs
     */
    public record Point(double at, double mean) {}

    /** Of points with different numbers. */
    public static Scaling of(List<Point> points) {
        if (points.size() < 2 || points.stream().anyMatch(point -> !(point.at > 0 && point.mean > 0)))
            return new Scaling(Double.NaN, Double.NaN);
        double x = points.stream().mapToDouble(point -> Math.log(point.at)).average().orElse(0.0);
        double y = points.stream().mapToDouble(point -> Math.log(point.mean)).average().orElse(0.0);
        double xx = 0.0;
        double xy = 0.0;
        double yy = 0.0;
        for (Point point : points) {
            double dx = Math.log(point.at) - x;
            double dy = Math.log(point.mean) - y;
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        double determination = points.size() < 3 ? Double.NaN : yy == 0.0 ? 1.0 : xy * xy / (xx * yy);
        return new Scaling(xy / xx, determination);
    }

    /** How much quicker than at {@code first}. */
    public static double speedup(Point first, Point point) {
        return first.mean / point.mean;
    }

    /**
     * What part of the ideal {@code point} reaches: with the same work for all, the time falls as the number grows; where the work grows with the
     * number ({@code isWeak}), the time stays.
     */
    public static double efficiency(Point first, Point point, boolean isWeak) {
        return isWeak ? speedup(first, point) : speedup(first, point) * first.at / point.at;
    }
}
