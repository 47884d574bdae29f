/** The file that keeps the results of many runs. */
package timemory.history.store;
