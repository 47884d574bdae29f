package timemory.history.store;

/**
 * A stored run.
 *
 * @param number counted from 1 in insertion order
 * @param regions the number of its regions, counted per component
 */
public record Run(int number, RunFacts facts, int regions) {}
