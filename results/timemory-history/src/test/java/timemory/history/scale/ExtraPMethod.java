package timemory.history.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The selection of Extra-P's basic modeler (Calotoiu, Hoefler, Poke and Wolf, 2013), for comparison; {@link ExtraPMethodTest} shows that
 * its models are those of Extra-P. Each pair of exponents is fitted by least squares to all points but one, and judged by how well it
 * predicts that one; the best one is used, or no growth if none is better than the mean. Negative powers are tried if the values decrease.
 */
final class ExtraPMethod {
    private static final double NEGLIGIBLE = 0.0005;
    private static final double ROUNDING = 1e-12;

    private ExtraPMethod() {}

    private record Exponents(double power, int logarithms) {
        double of(double x) {
            double logarithm = logarithms == 0 ? 1.0 : Math.pow(Math.log(x) / Math.log(2.0), logarithms);
            return Math.pow(x, power) * logarithm;
        }
    }

    private static final List<Exponents> POWERS = exponents(0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 4.0 / 5, 1.0, 5.0 / 4, 4.0 / 3,
            3.0 / 2, 5.0 / 3, 7.0 / 4, 2.0, 9.0 / 4, 7.0 / 3, 5.0 / 2, 8.0 / 3, 11.0 / 4, 3.0);
    private static final List<Exponents> WITH_LOGARITHM = exponents(1, 0.0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1.0, 5.0 / 4,
            4.0 / 3, 3.0 / 2, 2.0, 5.0 / 2, 3.0);
    private static final List<Exponents> WITH_SQUARED_LOGARITHM =
            exponents(2, 0.0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1.0, 3.0 / 2, 2.0, 5.0 / 2);

    private static List<Exponents> exponents(int logarithms, double... powers) {
        return DoubleStream.of(powers).mapToObj(power -> new Exponents(power, logarithms)).toList();
    }

    /** Fits points with distinct parameters in ascending order; no growth if they cannot be fitted. */
    static Growth of(List<Growth.Point> points) {
        double mean = points.stream().mapToDouble(Growth.Point::value).average().orElse(0.0);
        Growth best =
                new Growth(mean, 0.0, 0.0, 0, points.stream().mapToDouble(point -> difference(mean, point.value())).average().orElse(0.0));
        for (Exponents exponents : candidates(points)) {
            Growth growth = fitted(points, exponents, leftOutError(points, exponents));
            boolean isFelt = points.stream().anyMatch(point -> Math.abs(growth.coefficient() * exponents.of(point.at())) >= NEGLIGIBLE
                    * Math.abs(point.value()));
            if (isFelt && growth.error() < best.error()) best = growth;
        }
        return best;
    }

    private static List<Exponents> candidates(List<Growth.Point> points) {
        List<Exponents> candidates = new ArrayList<>(POWERS);
        if (points.get(points.size() - 1).value() < points.get(0).value()) {
            POWERS.forEach(one -> candidates.add(new Exponents(-one.power, 0)));
        } else if (points.stream().allMatch(point -> point.at() >= 1.0)) {
            candidates.addAll(WITH_LOGARITHM);
            candidates.addAll(WITH_SQUARED_LOGARITHM);
        }
        return candidates;
    }

    private static double leftOutError(List<Growth.Point> points, Exponents exponents) {
        return IntStream.range(0, points.size()).mapToDouble(left -> {
            List<Growth.Point> others = new ArrayList<>(points);
            Growth.Point point = others.remove(left);
            Growth growth = fitted(others, exponents, 0.0);
            double least = others.stream().mapToDouble(Growth.Point::value).min().orElse(0.0);
            double constant = Math.abs(growth.constant()) < NEGLIGIBLE * (least == 0.0 ? 1.0 : Math.abs(least)) ? 0.0 : growth.constant();
            return difference(constant + growth.coefficient() * exponents.of(point.at()), point.value());
        }).average().orElse(0.0);
    }

    private static double difference(double a, double b) {
        double size = Math.abs(a) + Math.abs(b);
        return size == 0.0 ? 0.0 : 2.0 * Math.abs(a - b) / size;
    }

    private static Growth fitted(List<Growth.Point> points, Exponents exponents, double error) {
        Line line = Line.through(points.stream().map(point -> new Growth.Point(exponents.of(point.at()), point.value())).toList());
        return new Growth(line.constant, line.slope, exponents.power, exponents.logarithms, error);
    }

    /** The least-squares line. */
    private record Line(double constant, double slope) {
        static Line through(List<Growth.Point> points) {
            double x = points.stream().mapToDouble(Growth.Point::at).average().orElse(0.0);
            double y = points.stream().mapToDouble(Growth.Point::value).average().orElse(0.0);
            double xx = 0.0;
            double xy = 0.0;
            for (Growth.Point point : points) {
                xx += (point.at() - x) * (point.at() - x);
                xy += (point.at() - x) * (point.value() - y);
            }
            double slope = xx == 0.0 ? 0.0 : xy / xx;
            double constant = y - slope * x;
            return new Line(Math.abs(constant) < ROUNDING * Math.abs(y) ? 0.0 : constant, slope);
        }
    }
}
