package timemory.statistics

/**
 * What is known of one number of a component's laps, in raw units.
 *
 * @property count how many laps
 * @property value the number of all laps together: most often their sum
 */
public class ReadNumber(
    public val count: Long,
    public val value: Double,
    public val mean: Double,
    public val min: Double,
    public val max: Double,
    public val standardDeviation: Double,
)
