package timemory

import timemory.internal.source.Energy

/**
 * Energy used by the processor packages for the whole machine, in microjoules.
 *
 * Source: `energy_uj` of the `intel-rapl:N` zones in `/sys/class/powercap`.
 */
@DescribedBy(EnergyUsage.TYPE::class)
public class EnergyUsage : SystemComponent(Energy.PACKAGES, 0) {
    /** The sum of all laps, in joules. */
    public val joules: Double get() = sum / 1e6

    /** The type of [EnergyUsage]. */
    public companion object TYPE : SystemType<EnergyUsage>(
        "energy",
        "Energy used by the processor packages",
        Quantity.ENERGY,
        Energy.PACKAGES,
        0,
        MadeByItsType,
    ) {
        override fun create(): EnergyUsage = EnergyUsage()

        override val category: String get() = Category.SYSTEM
    }
}
