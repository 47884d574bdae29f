package timemory.tools.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import timemory.agent.record.Plurals;
import timemory.agent.rewrite.Rewriter;

/** Rewrites a program ahead of time, and tells what became of it. */
final class Rewriting {
    private Rewriting() {}

    static void run(Path input, Path output, List<String> agentOptions, PrintWriter messages) throws IOException {
        if (!Files.exists(input)) throw new IllegalArgumentException("there is no JAR or folder '" + input + "'");
        Path folder = output.toAbsolutePath().getParent();
        if (folder == null) throw new IllegalArgumentException("'" + output + "' is not a file name");
        if (!Files.isDirectory(folder))
            throw new IllegalArgumentException("there is no folder '" + folder + "' to write '" + output.getFileName() + "' into");
        if (Files.exists(output) && Files.isSameFile(input, output))
            throw new IllegalArgumentException("'" + output + "' would overwrite itself");
        Rewriter rewriter = new Rewriter(input, agentOptions, AgentJar.path());
        rewriter.write(output);
        messages.printf("timemory: %s of %s were woven; '%s' measures itself%n",
                Plurals.of(rewriter.functions(), "function", "functions"), Plurals.of(rewriter.classes(), "class", "classes"), output);
        if (rewriter.suspendingLeft() > 0) {
            messages.printf(
                    "timemory: %s that suspend were skipped: '%s' does not contain kotlin-stdlib; the agent measures them, "
                            + "and so does the goal weave of timemory-maven-plugin%n",
                    Plurals.of(rewriter.suspendingLeft(), "function", "functions"), input);
        }
        if (rewriter.wasSigned())
            messages.printf("timemory: '%s' is signed: its classes have changed, so '%s' has "
                    + "no signature%n", input, output);
        if (rewriter.isModule()) messages.printf("timemory: '%s' is a module: rewritten, it runs from the class path only%n", input);
        rewriter.failures().forEach((name, failure) -> messages.printf("timemory: class %s was left unchanged: %s%n", name, failure));
        messages.flush();
    }
}
