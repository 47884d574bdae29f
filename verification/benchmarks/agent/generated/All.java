package generated;

/** Placeholder for the class that is generated. */
final class All {
    private All() {}

    static int run(int argument) {
        return argument;
    }
}
