package timemory.spark;

/**
 * A task that has ended.
 *
 * @param stage the number of its stage
 * @param attempt which of the stage's attempts it was part of
 * @param id its number, unique in the application
 * @param succeeded whether it succeeded, as far as the executor knows
 * @param nanoseconds how long it took
 * @param tree what it measured
 */
record EndedTask(int stage, int attempt, long id, boolean succeeded, long nanoseconds, TaskTree tree) {}
