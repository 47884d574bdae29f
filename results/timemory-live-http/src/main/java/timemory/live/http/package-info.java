/** What a program has measured so far, over HTTP: a page that shows what is new, numbers for Prometheus, and files of any format. */
package timemory.live.http;
