package timemory.tools.run;

import picocli.CommandLine.Option;

/** The options of {@code timemory run} that look at the functions of a program before it runs. */
final class ListingOptions {
    @Option(names = "--print-available", description = "List all functions of the program and whether they would be measured; run nothing.")
    boolean available;

    @Option(names = "--print-instrumented", description = "List the functions that would be measured; run nothing.")
    boolean instrumented;

    @Option(names = "--print-excluded", description = "List the functions that would not be measured, with the reason; run nothing.")
    boolean excluded;

    @Option(names = "--format", paramLabel = "text|json", description = "Format of the list (default: text).")
    String format = "text";

    @Option(names = "--no-check",
            description = "Do not check for patterns that match no function and for unknown components before the program starts.")
    boolean noCheck;

    /** Returns whether functions are listed, and nothing runs. */
    boolean isAsked() {
        return available || instrumented || excluded;
    }

    FunctionListing.Kind kind() {
        return instrumented ? FunctionListing.Kind.INSTRUMENTED
                : excluded ? FunctionListing.Kind.EXCLUDED : FunctionListing.Kind.AVAILABLE;
    }
}
