#define _GNU_SOURCE
#include "emergency_dump.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exit_state.h"

void tm_exit_print(int file, const char* text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) return;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

const char* tm_exit_signal_name(int number) {
    switch (number) {
        case SIGTERM: return "SIGTERM";
        case SIGINT: return "SIGINT";
        case SIGHUP: return "SIGHUP";
        case SIGQUIT: return "SIGQUIT";
        case SIGABRT: return "SIGABRT";
        case SIGSEGV: return "SIGSEGV";
        case SIGBUS: return "SIGBUS";
        case SIGFPE: return "SIGFPE";
        case SIGILL: return "SIGILL";
        default: return "a signal";
    }
}

/*
 * Opens a folder, which may be a link only if the user or root created it: otherwise other users could make us create and remove files
 * elsewhere.
 */
static int open_folder(const char* path) {
    int folder = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat link;
    if (folder >= 0 || lstat(path, &link) != 0 || !S_ISLNK(link.st_mode)) return folder;
    if (link.st_uid != 0 && link.st_uid != geteuid()) return -1;
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Creates the dump file, and its folder if that does not exist. Returns a file descriptor, or -1. */
static int create_file(char* path) {
    char* slash = strrchr(path, '/');
    const char* name = slash == NULL ? path : slash + 1;
    int folder = -1;
    if (slash == NULL || slash == path) {
        folder = open_folder(slash == NULL ? "." : "/");
    } else {
        *slash = '\0';
        mkdir(path, 0700);
        folder = open_folder(path);
        *slash = '/';
    }
    if (folder < 0) return -1;
    /* In a folder that others can write to, the file may be a link that would make us overwrite another file. */
    unlinkat(folder, name, 0);
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    close(folder);
    return file;
}

void tm_exit_dump(const char* why) {
    static int once;
    if (!tm_exit_replace(&once, 0, 1)) return;
    tm_exit_print(2, "timemory: some results were not written: ");
    tm_exit_print(2, why);
    if (tm_exit.partial_file[0] != '\0') unlink(tm_exit.partial_file);
    const char* known = TM_EXIT_GET(known_text);
    if ((tm_exit.dump == NULL && known == NULL) || tm_exit.dump_path[0] == '\0') {
        tm_exit_print(2, "\n");
        return;
    }
    int file = create_file(tm_exit.dump_path);
    if (file < 0) {
        tm_exit_print(2, ". Known regions and laps:\n");
    } else {
        tm_exit_print(2, ". Known regions and laps are in '");
        tm_exit_print(2, tm_exit.dump_path);
        tm_exit_print(2, "'\n");
        tm_exit_print(file, "timemory: ");
        tm_exit_print(file, why);
        tm_exit_print(file, "\n");
    }
    if (tm_exit.dump != NULL) tm_exit.dump(file < 0 ? 2 : file);
    else tm_exit_print(file < 0 ? 2 : file, known);
    if (file >= 0) close(file);
}
