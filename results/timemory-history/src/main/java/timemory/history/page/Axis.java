package timemory.history.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import timemory.DisplayUnit;
import timemory.output.ReadableValueKt;
import timemory.tools.read.Units;

/** Maps values in a unit to pixels, with ticks at round values of the unit that suits them. */
final class Axis {
    private static final int TICKS = 5;
    private static final int MAX_FINE_TICKS = 8;

    /** A round value. */
    record Tick(double at, String text) {}

    private final timemory.plot.Axis axis;
    private final Units units;
    private final DisplayUnit shown;

    private Axis(timemory.plot.Axis axis, Units units, DisplayUnit shown) {
        this.axis = axis;
        this.units = units;
        this.shown = shown;
    }

    /**
     * Creates an axis on which equal ratios have equal distances; a linear one if not all {@code values} are above 0.
     *
     * @param from the position of the smallest value, in pixels
     * @param to the position of the largest
     */
    static Axis logarithmic(DoubleStream values, String unit, double from, double to) {
        return of(values, unit, from, to, true);
    }

    /** Creates a linear axis, which starts at 0 only if that is near. */
    static Axis linear(DoubleStream values, String unit, double from, double to) {
        return of(values, unit, from, to, false);
    }

    private static Axis of(DoubleStream values, String unit, double from, double to, boolean isLogarithmic) {
        double[] all = values.filter(Double::isFinite).toArray();
        double least = DoubleStream.of(all).min().orElse(0.0);
        double largest = DoubleStream.of(all).max().orElse(1.0);
        Units units = Units.of(unit, 1.0);
        DisplayUnit shown =
                ReadableValueKt.readableUnit(Math.max(Math.abs(least), Math.abs(largest)) * units.factor(), units.quantity());
        double scale = units.factor() / shown.getSize();
        timemory.plot.Axis.Companion axes = timemory.plot.Axis.Companion;
        return new Axis(isLogarithmic && least > 0.0
                ? axes.finelyLogarithmic(least * scale, largest * scale, from, to - from, MAX_FINE_TICKS)
                : axes.between(least * scale, largest * scale, from, to - from, TICKS), units, shown);
    }

    double from() {
        return axis.getStart();
    }

    double to() {
        return axis.getStart() + axis.getLength();
    }

    /** Returns the position of {@code value}, or that of the nearest end. */
    double at(double value) {
        return axis.at(inShown(value));
    }

    /** Whether {@code value} is between the ends. */
    boolean covers(double value) {
        return inShown(value) >= axis.getLow() && inShown(value) <= axis.getHigh();
    }

    private double inShown(double value) {
        return value * units.factor() / shown.getSize();
    }

    List<Tick> ticks() {
        List<Double> ticks = axis.getTicks();
        double step = ticks.get(1) - ticks.get(0);
        List<Tick> named = new ArrayList<>();
        for (double tick : ticks) named.add(new Tick(axis.at(tick), text(tick, step)));
        return named;
    }

    private String text(double tick, double step) {
        if (!axis.isLogarithmic()) return ReadableValueKt.readableTick(tick, step, shown, units.suffix());
        // Over several decades each has the unit that suits it.
        DisplayUnit own = ReadableValueKt.readableUnit(tick * shown.getSize(), units.quantity());
        double value = tick * shown.getSize() / own.getSize();
        return ReadableValueKt.readableTick(value, value, own, units.suffix());
    }

    /** Describes the axis: {@code linear from 0}, {@code linear from 62 ms}, {@code logarithmic}. */
    String kind() {
        return axis.getKind().equals("linear") ? "linear from " + ticks().get(0).text() : axis.getKind();
    }
}
