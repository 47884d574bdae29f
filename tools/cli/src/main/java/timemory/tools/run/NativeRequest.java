package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import timemory.internal.platform.SystemEnvironment;

/**
 * A native program that is to be started.
 *
 * @param tools what is loaded into it
 */
record NativeRequest(RunArguments given, List<PreloadedTool> tools) {

    /** The program with the tools of {@code --preload}. */
    static NativeRequest ofPreload(RunArguments given) {
        try {
            return new NativeRequest(given, given.way().preload.stream().map(PreloadedTool::of).distinct().toList());
        } catch (IllegalArgumentException failure) {
            throw given.wrong(failure.getMessage());
        }
    }

    /** The program with what measures its functions. */
    static NativeRequest ofFunctions(RunArguments given) {
        return new NativeRequest(given, List.of(PreloadedTool.FUNCTIONS));
    }

    boolean hasFunctions() {
        return tools.contains(PreloadedTool.FUNCTIONS);
    }

    /** Returns the environment in which the program starts; refuses what does not go with it. */
    Preloading prepare() throws IOException {
        List<String> command = given.command();
        String hook = given.options().hooks.given();
        if (hook != null && !hasFunctions()) throw given.wrong(hook + " is for functions: name them, as in --preload functions,mpip");
        String what = given.way().preload.isEmpty() ? "'" + command.get(0) + "' is a native one" : "--preload measures native programs";
        given.refuseOptionsOfJava(name -> NativeOptions.isForStart(name, hasFunctions()), what);
        if (command.isEmpty()) throw given.wrong("missing program: timemory run --preload ompt -- ./solver");
        Preloading program = new Preloading(Preloading.folder(), SystemEnvironment.variables());
        NativeOptions options = new NativeOptions(given.options());
        try {
            ComponentCheck.refuseUnknown(given);
            program.load(tools);
            options.setResults(program);
            if (hasFunctions()) {
                options.setFunctions(program);
                limitToProgram(program);
            }
        } catch (IllegalArgumentException failure) {
            throw given.wrong(failure.getMessage());
        }
        return program;
    }

    /** Functions of the program itself are measured, and not of what starts it. */
    private void limitToProgram(Preloading program) throws IOException {
        Path file = NativeCommand.programOf(given.command(), SystemEnvironment.variables());
        if (file != null) program.put("TIMEMORY_INSTRUMENT_PROGRAM", file.toString());
    }
}
