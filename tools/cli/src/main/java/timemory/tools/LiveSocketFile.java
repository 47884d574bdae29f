package timemory.tools;

import java.nio.file.Path;

/**
 * A socket at which a process can be asked.
 *
 * @param process the number of the process, as its own name space counts
 * @param path where it is
 */
record LiveSocketFile(long process, Path path) {}
