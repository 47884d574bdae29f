package timemory.roofline

import timemory.Quantity
import timemory.output.readable
import timemory.plot.percent
import timemory.plot.pictureText
import timemory.plot.significant

/* Formats the numbers of rooflines for charts, pages and commands. */

private const val GIGA = 1e9

/** Returns the unit of rates: `GFLOP/s`. */
internal fun rateUnit(form: RooflineForm): String = when (form) {
    RooflineForm.FLOPS -> "GFLOP/s"
    RooflineForm.INSTRUCTIONS -> "GIPS"
    RooflineForm.WARP_INSTRUCTIONS -> "warp GIPS"
}

/** Formats [perSecond] operations per second: `61.2 GFLOP/s`. */
internal fun rateText(perSecond: Double, form: RooflineForm): String = significant(perSecond / GIGA) + " " + rateUnit(form)

/** Formats a bandwidth: `204.8 GB/s`, or `3.2 GTXN/s` for transactions. */
internal fun bandwidthText(roof: BandwidthRoof, form: RooflineForm): String =
    significant(roof.perSecond / GIGA) + if (form.bytesOfTraffic == 1) " GB/s" else " GTXN/s"

/** Formats an intensity: `0.125 FLOP/byte`. */
internal fun intensityText(intensity: Double, form: RooflineForm): String =
    significant(intensity) + " " + form.operation + "/" + form.traffic

/** Formats a time: `1.50 ms`. */
internal fun timeText(nanoseconds: Double): String = readable(nanoseconds, Quantity.TIME)

/** Returns the tooltip of [point]. */
internal fun tooltip(roofline: Roofline, point: RooflinePoint): String {
    val form = roofline.form
    val roof =
        roofline.attainable(point)?.let { "\n${percent(point.perSecond / it)} of the ${rateText(it, form)} that its roof allows" } ?: ""
    return "${pictureText(point.path.joinToString(" / "))}\n${rateText(point.perSecond, form)} at " +
        "${intensityText(point.intensity, form)} (${pictureText(point.level)})$roof\n" +
        "${timeText(point.nanoseconds)} in ${readable(point.laps.toDouble(), Quantity.COUNT)} ${if (point.laps == 1L) "call" else "calls"}"
}
