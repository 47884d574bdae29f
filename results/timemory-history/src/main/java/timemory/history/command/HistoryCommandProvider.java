package timemory.history.command;

import timemory.tools.CommandProvider;

/** Registers the subcommand {@code history} with the {@code timemory} command. */
public final class HistoryCommandProvider implements CommandProvider {
    @Override
    public Object command() {
        return new HistoryCommand();
    }
}
