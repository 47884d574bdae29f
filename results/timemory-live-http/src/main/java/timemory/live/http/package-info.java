/** Serves a program's results so far over HTTP: a live report, metrics for Prometheus, and files in any format. */
@NullMarked
package timemory.live.http;

import org.jspecify.annotations.NullMarked;
