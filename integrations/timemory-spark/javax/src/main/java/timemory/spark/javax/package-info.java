/** Serves pages in the web interface of Spark 3.5, which uses {@code javax} servlets. */
@NullMarked
package timemory.spark.javax;

import org.jspecify.annotations.NullMarked;
