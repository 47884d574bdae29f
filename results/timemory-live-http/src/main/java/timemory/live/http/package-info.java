/** What a program has measured so far, over HTTP: a page that shows what is new, numbers for Prometheus, and files of any format. */
@NullMarked
package timemory.live.http;

import org.jspecify.annotations.NullMarked;
