/** {@code timemory history}. */
package timemory.history.command;
