package timemory.tools.run;

import java.io.IOException;

/** Lists the functions of a native program with what would become of them. */
final class NativeListMode implements RunMode {
    private final NativeRequest program;

    NativeListMode(NativeRequest program) {
        this.program = program;
    }

    @Override
    public int run() throws IOException, InterruptedException {
        RunArguments given = program.given();
        Preloading prepared = program.prepare();
        NativeFunctions.write(prepared, given.command(), given.listing().kind(), given.isJson(), given.out());
        return 0;
    }
}
