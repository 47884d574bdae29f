/**
 * Regions inside the tasks of a Spark application, merged below the driver's region that submitted them.
 *
 * <p>{@code spark.plugins=timemory.spark.TimemoryPlugin} is all that an application needs: see {@code docs/spark.md}.
 */
@NullMarked
package timemory.spark;

import org.jspecify.annotations.NullMarked;
