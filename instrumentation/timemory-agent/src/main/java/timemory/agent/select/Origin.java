package timemory.agent.select;

/**
 * Where a class comes from.
 *
 * @param location the JAR or folder, as text; empty where it is not known, as for classes made while the program runs
 * @param module the name of its module, empty for an unnamed one
 * @param isJdk whether it belongs to the Java runtime
 */
public record Origin(String location, String module, boolean isJdk) {}
