/** Trends to look at: numbers as people read them, and a page of pictures. */
package timemory.history.page;
