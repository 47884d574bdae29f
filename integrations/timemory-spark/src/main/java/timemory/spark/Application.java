package timemory.spark;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What an application measured, as far as it is known.
 *
 * @param id as Spark has it
 * @param version of Spark
 * @param stages what tasks measured, by stage
 * @param regions how long regions of a driver in Python took, in nanoseconds, by their labels
 * @param jobs how long jobs took, in nanoseconds, by where they hang
 * @param processes what executors measured themselves, in the wire form, by their numbers
 * @param hosts the machines of executors, by their numbers
 * @param problems what went wrong, as sentences
 * @param facts further facts about the run, by names in capitals
 */
record Application(
        String id,
        String version,
        Collection<StageTotals> stages,
        Map<List<String>, long[]> regions,
        Map<List<String>, long[]> jobs,
        Map<String, byte[]> processes,
        Map<String, String> hosts,
        Collection<String> problems,
        Map<String, String> facts) {}
