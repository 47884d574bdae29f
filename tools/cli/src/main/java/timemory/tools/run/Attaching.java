package timemory.tools.run;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import timemory.agent.Agent;
import timemory.agent.AttachStatus;
import timemory.agent.option.OptionText;
import timemory.internal.platform.SystemEnvironment;
import timemory.internal.text.WordsKt;
import timemory.tools.io.Terminal;

/**
 * Measures a program that runs: loads the agent into it, waits, and tells the agent to stop. Where this process is interrupted it does so
 * too, and where it is killed the agent notices that it is gone.
 */
public final class Attaching {
    private static final int OLDEST = 17;

    private Attaching() {}

    /**
     * Measures process {@code pid} for {@code duration}, {@code null} for as long as it runs.
     *
     * @return 0 where its results were written
     */
    static int run(long pid, @Nullable Duration duration, List<String> agentOptions, boolean quiet, PrintWriter messages) throws Exception {
        ProcessHandle process = refuseWhatCannotBeMeasured(pid);
        try (AnswerFile report = AnswerFile.of(pid); AnswerFile status = AnswerFile.of(pid)) {
            List<String> options = new ArrayList<>(agentOptions);
            options.add("report-file=" + report);
            options.add("status-file=" + status);
            options.add("until=" + ProcessHandle.current().pid());
            load(process, OptionText.join(options));
            refuseWhatHasNotBegun(pid, AttachStatus.of(status.text()));
            Thread stop = new Thread(() -> stop(pid, process));
            Runtime.getRuntime().addShutdownHook(stop);
            if (!quiet) {
                messages.printf("timemory: measuring process %d %s%n", pid, text(duration));
                messages.flush();
            }
            await(process, duration);
            Runtime.getRuntime().removeShutdownHook(stop);
            stop(pid, process);
            if (!quiet) messages.print(report.text());
            return outcome(pid, AttachStatus.of(status.text()), messages);
        }
    }

    /**
     * Has the timemory of process {@code pid} open its socket, or close it: returns where it is.
     *
     * @throws IOException with a sentence that says why it does not
     */
    public static String switchLive(long pid, boolean open) throws IOException {
        ProcessHandle process = refuseWhatCannotBeMeasured(pid);
        try (AnswerFile answer = AnswerFile.of(pid)) {
            load(process, (open ? Agent.OPEN_LIVE : Agent.CLOSE_LIVE) + answer);
            String text = answer.text().strip();
            if (text.startsWith("ok")) return text.substring("ok".length()).strip();
            throw new IOException("process " + pid + " cannot be reached: "
                    + (text.startsWith("error ") ? WordsKt.printable(text.substring("error ".length())) : "its agent did not respond"));
        }
    }

    private static void refuseWhatHasNotBegun(long pid, AttachStatus status) {
        switch (status.state()) {
            case REFUSED -> throw new IllegalArgumentException("process " + pid + " is not measured: " + status.text());
            case UNKNOWN -> throw new IllegalArgumentException("process " + pid + " is not measured: the agent could not start there "
                    + "(see its stderr for the reason)");
            default -> {}
        }
    }

    private static int outcome(long pid, AttachStatus status, PrintWriter messages) {
        switch (status.state()) {
            case WRITTEN -> {}
            case FAILED -> messages.printf("timemory run: process %d was measured without results: %s%n", pid, status.text());
            default -> messages.printf("timemory run: process %d ended, or could no longer be reached, before its results were written: "
                    + "there are none%n", pid);
        }
        messages.flush();
        return status.state() == AttachStatus.State.WRITTEN ? 0 : 1;
    }

    /** For how long a process is measured. */
    static String text(@Nullable Duration duration) {
        if (duration == null) return "until it ends, or Ctrl-C";
        return "for " + (duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms");
    }

    private static void await(ProcessHandle process, @Nullable Duration duration) throws InterruptedException, ExecutionException {
        try {
            if (duration == null) process.onExit().get();
            else process.onExit().get(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException ignored) {
            // as asked
        }
    }

    private static void stop(long pid, ProcessHandle process) {
        if (!process.isAlive()) return;
        try {
            load(process, Agent.STOP);
        } catch (IOException | RuntimeException failure) {
            if (process.isAlive())
                System.err
                        .println(Terminal
                                .visible("timemory: process " + pid + " cannot be told to stop measuring: " + failure.getMessage()));
        }
    }

    /** Attaching sends a signal that ends a process that is not a Java program, so the process is checked first. */
    private static ProcessHandle refuseWhatCannotBeMeasured(long pid) throws IOException {
        ProcessHandle process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).orElseThrow(
                () -> new IllegalArgumentException("there is no process " + pid + programs()));
        if (pid == ProcessHandle.current().pid()) throw new IllegalArgumentException("process " + pid + " is this command itself");
        Path folder = Path.of("/proc", Long.toString(pid));
        String owner = Files.getFileAttributeView(folder, FileOwnerAttributeView.class).getOwner().getName();
        String user = SystemEnvironment.property("user.name");
        String maps;
        try {
            maps = Files.readString(folder.resolve("maps"));
        } catch (IOException unused) {
            throw new IllegalArgumentException("process " + pid + " belongs to user " + owner + ", not to " + user
                    + ": run this as that user (sudo -u " + owner + " ...)");
        }
        if (!owner.equals(user) && !"root".equals(user)) {
            throw new IllegalArgumentException("process " + pid + " belongs to user " + owner + ", not to " + user
                    + ": run this as that user (sudo -u " + owner + " ...)");
        }
        if (!maps.contains("libjvm.so"))
            throw new IllegalArgumentException(
                    "process " + pid + " (" + process.info().command().orElse("?") + ") is not a Java program" + programs());
        return process;
    }

    private static String programs() {
        String all = VirtualMachine.list().stream()
                .filter(one -> !one.id().equals(Long.toString(ProcessHandle.current().pid())))
                .map(Attaching::name)
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? ", and no Java program of this user runs" : "; Java programs of this user: " + all;
    }

    private static String name(VirtualMachineDescriptor one) {
        String command = one.displayName();
        int end = command.indexOf(' ');
        return one.id() + " (" + (end < 0 ? command : command.substring(0, end)) + ")";
    }

    /** @throws IOException also if {@code process} has ended: another one may have its number, and would be sent SIGQUIT */
    static void load(ProcessHandle process, String options) throws IOException {
        long pid = process.pid();
        if (!process.isAlive()) throw new IOException("process " + pid + " has ended");
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException failure) {
            throw new IOException("cannot attach to process " + pid + ": " + failure.getMessage() + " (was it started with "
                    + "-XX:+DisableAttachMechanism?)", failure);
        }
        try {
            String version = machine.getSystemProperties().getProperty("java.specification.version", "");
            String release = version.startsWith("1.") ? version.substring(2) : version;
            if (!release.isEmpty() && Integer.parseInt(release) < OLDEST) {
                throw new IOException("process " + pid + " runs on Java " + release + ", and the agent needs " + OLDEST + " or later");
            }
            machine.loadAgent(AgentJar.path().toString(), options);
        } catch (AgentLoadException | AgentInitializationException failure) {
            throw new IOException("the agent could not be loaded into process " + pid + ": " + failure.getMessage()
                    + " (it was perhaps started with -XX:-EnableDynamicAgentLoading)", failure);
        } finally {
            machine.detach();
        }
    }
}
