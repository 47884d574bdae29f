/** Serves pages in the user interface of Spark 3.5, which has the servlets of {@code javax}. */
@NullMarked
package timemory.spark.javax;

import org.jspecify.annotations.NullMarked;
