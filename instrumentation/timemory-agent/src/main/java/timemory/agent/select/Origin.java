package timemory.agent.select;

/**
 * Where a class comes from.
 *
 * @param location the JAR or folder, as text; empty if unknown, as for classes generated at run time
 * @param module the name of its module, empty for an unnamed one
 * @param isJdk whether it belongs to the Java runtime
 */
public record Origin(String location, String module, boolean isJdk) {}
