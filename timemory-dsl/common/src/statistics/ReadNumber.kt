package timemory.statistics

/**
 * The known values of one number of a component's laps, in raw units.
 *
 * @property count the number of laps
 * @property value the value for all laps together: usually their sum
 */
public class ReadNumber(
    public val count: Long,
    public val value: Double,
    public val mean: Double,
    public val min: Double,
    public val max: Double,
    public val standardDeviation: Double,
)
