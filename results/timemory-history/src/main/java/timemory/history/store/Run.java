package timemory.history.store;

/**
 * A run that is kept.
 *
 * @param number counted from 1 in the order in which they were added
 * @param regions how many regions it has, those of each component for themselves
 */
public record Run(int number, RunFacts facts, int regions) {}
