package timemory.history.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import timemory.internal.platform.SystemEnvironment;

/** Finds the commit and branch being built, from the CI system's variables, or from git in the working directory. */
final class GitFacts {
    private static final long PATIENCE_S = 10;

    private GitFacts() {}

    static String commit() {
        return first(List.of("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT", "BUILD_SOURCEVERSION"), "git", "rev-parse", "--verify", "HEAD");
    }

    static String branch() {
        return first(List.of("GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_BRANCH", "GIT_BRANCH", "BUILD_SOURCEBRANCHNAME"), "git",
                "branch",
                "--show-current");
    }

    private static String first(List<String> variables, String... command) {
        for (String variable : variables) {
            String value = SystemEnvironment.variable(variable);
            if (value != null && !value.isBlank()) return value.strip();
        }
        return said(command);
    }

    /** Empty if git is not installed, or this folder is not in a git repository. */
    private static String said(String... command) {
        try {
            Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            git.getOutputStream().close();
            if (!git.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                return "";
            }
            String text = new String(git.getInputStream().readNBytes(1000), StandardCharsets.UTF_8).strip();
            return git.exitValue() == 0 ? text : "";
        } catch (IOException ignored) {
            return "";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
