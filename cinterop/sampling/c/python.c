#define _GNU_SOURCE
#include "tm_python.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "tm_unwind.h"

enum { ENTRIES = 16384, PROBES = 64, MAX_NAME_LENGTH = 160, MAX_FILE_LENGTH = 64, PAGES = 16, CODES = 16 };

/* Offsets that are the same in all versions. */
enum { TYPE_OF_OBJECT = 8, LENGTH_OF_TEXT = 16, STATE_OF_TEXT = 32 };

struct entry {
    uint64_t hash; /* 0 while it has no owner */
    int is_ready;
    char text[244];
};

static struct timemory_python_layout layout;
static char package[1024];
static size_t package_length;
static struct entry* entries;
static int is_known; /* whether the rest may be read */
static int was_known;
static char why_not[256];

/* ---- Memory that may not be mapped --------------------------------------------------------------------------------------------------- */

struct reader {
    uint64_t pages[PAGES]; /* readable pages, each at the index of its number */
};

static bool has_page(struct reader* reader, uint64_t address) {
    uint64_t page = address >> 12;
    if (page == 0) return false;
    if (reader->pages[page % PAGES] == page) return true;
    if (!tm_is_readable(page << 12)) return false;
    reader->pages[page % PAGES] = page;
    return true;
}

static bool has_bytes(struct reader* reader, uint64_t address, uint64_t size) {
    for (uint64_t page = address >> 12; page <= (address + size - 1) >> 12; page++) {
        if (!has_page(reader, page << 12)) return false;
    }
    return true;
}

static bool read_word(struct reader* reader, uint64_t address, uint64_t* into) {
    if (address % 8 != 0 || !has_page(reader, address)) return false;
    *into = *(const uint64_t*)address;
    return true;
}

static bool read_int(struct reader* reader, uint64_t address, uint32_t* into) {
    if (address % 4 != 0 || !has_page(reader, address)) return false;
    *into = *(const uint32_t*)address;
    return true;
}

/* ---- Texts --------------------------------------------------------------------------------------------------------------------------- */

struct text {
    const uint8_t* characters;
    uint64_t length;
    int width; /* bytes per character */
};

static bool read_text(struct reader* reader, uint64_t object, struct text* text) {
    uint64_t type, length;
    uint32_t state;
    if (!read_word(reader, object + TYPE_OF_OBJECT, &type) || type != (uint64_t)layout.text_type) return false;
    if (!read_word(reader, object + LENGTH_OF_TEXT, &length) || !read_int(reader, object + STATE_OF_TEXT, &state)) return false;
    int width = state >> 2 & 7, is_compact = state >> 5 & 1, is_ascii = state >> 6 & 1;
    if (!is_compact || (width != 1 && width != 2 && width != 4) || length > 1 << 20) return false;
    uint64_t characters = object + (uint64_t)(is_ascii ? layout.ascii : layout.others);
    if (length > 0 && !has_bytes(reader, characters, length * (uint64_t)width)) return false;
    *text = (struct text){(const uint8_t*)characters, length, width};
    return true;
}

static uint32_t character(const struct text* text, uint64_t at) {
    if (text->width == 1) return text->characters[at];
    if (text->width == 2) return ((const uint16_t*)text->characters)[at];
    return ((const uint32_t*)text->characters)[at];
}

static int encode(uint32_t c, char into[4]) {
    if (c < 0x80) {
        into[0] = (char)c;
        return 1;
    }
    int further = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    into[0] = (char)((further == 1 ? 0xc0 : further == 2 ? 0xe0 : 0xf0) | c >> 6 * further);
    for (int i = 1; i <= further; i++) into[i] = (char)(0x80 | (c >> 6 * (further - i) & 0x3f));
    return further + 1;
}

/* Appends the text at `from`, as far as there is room up to `end`; returns the new end. */
static int append(char* into, int at, int end, const struct text* text, uint64_t from) {
    for (uint64_t i = from; i < text->length; i++) {
        char bytes[4];
        int size = encode(character(text, i), bytes);
        if (at + size > end - 3) { /* there is always room for the ellipsis */
            memcpy(into + at, "...", 3);
            return at + 3;
        }
        memcpy(into + at, bytes, (size_t)size);
        at += size;
    }
    return at;
}

static bool is_of_package(const struct text* file) {
    size_t at = 0;
    for (uint64_t i = 0; i < file->length && at < package_length; i++) {
        char bytes[4];
        int size = encode(character(file, i), bytes);
        if ((size_t)size > package_length - at || memcmp(package + at, bytes, (size_t)size) != 0) return false;
        at += (size_t)size;
    }
    return package_length > 0 && at == package_length;
}

static int append_number(char* into, int at, uint32_t number) {
    char digits[10];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0) into[at++] = digits[--count];
    return at;
}

/* ---- Names --------------------------------------------------------------------------------------------------------------------------- */

/* Returns the entry with the text; ENTRIES if there is no room for it. Never waits: an entry that another thread is writing is skipped. */
static int64_t entry_for(const char* text, int length) {
    uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < length; i++) hash = (hash ^ (uint8_t)text[i]) * 0x100000001b3;
    if (hash == 0) hash = 1;
    for (uint64_t probe = 0; probe < PROBES; probe++) {
        struct entry* entry = &entries[(hash + probe) % ENTRIES];
        uint64_t found = __atomic_load_n(&entry->hash, __ATOMIC_ACQUIRE);
        if (found == 0 && __atomic_compare_exchange_n(&entry->hash, &found, hash, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            memcpy(entry->text, text, (size_t)length + 1);
            __atomic_store_n(&entry->is_ready, 1, __ATOMIC_RELEASE);
            return entry - entries;
        }
        if (found == hash && __atomic_load_n(&entry->is_ready, __ATOMIC_ACQUIRE) && strcmp(entry->text, text) == 0) return entry - entries;
    }
    return ENTRIES;
}

/* Returns the word for the code; 0 if it is not one. */
static int64_t word_for(struct reader* reader, uint64_t code) {
    uint64_t type, name_object, file_object;
    uint32_t line;
    struct text name, file;
    if (!read_word(reader, code + TYPE_OF_OBJECT, &type) || type != (uint64_t)layout.code_type) return 0;
    if (!read_word(reader, code + (uint64_t)layout.name_of_code, &name_object) || !read_text(reader, name_object, &name)) return 0;
    if (!read_word(reader, code + (uint64_t)layout.file_of_code, &file_object) || !read_text(reader, file_object, &file)) return 0;
    if (!read_int(reader, code + (uint64_t)layout.line_of_code, &line)) return 0;
    uint64_t last = file.length;
    while (last > 0 && file.length - last < MAX_FILE_LENGTH && character(&file, last - 1) != '/') last--;
    char text[sizeof entries->text];
    int at = append(text, 0, MAX_NAME_LENGTH, &name, 0);
    text[at++] = '@';
    at = append(text, at, at + MAX_FILE_LENGTH, &file, last);
    text[at++] = ':';
    at = append_number(text, at, line);
    text[at] = '\0';
    return INT64_MIN | (is_of_package(&file) ? TM_PYTHON_IS_OWN : 0) | entry_for(text, at);
}

void tm_python_name(int64_t word, char* name, int size) {
    int64_t number = word & 0xffffffff;
    bool is_there = entries != NULL && number < ENTRIES && __atomic_load_n(&entries[number].is_ready, __ATOMIC_ACQUIRE);
    snprintf(name, (size_t)size, "%s", is_there ? entries[number].text : "(further Python functions)");
}

/* ---- The stack ----------------------------------------------------------------------------------------------------------------------- */

void* tm_python_state(void) { return __atomic_load_n(&is_known, __ATOMIC_ACQUIRE) ? layout.thread_state() : NULL; }

int64_t tm_python_eval(void) { return layout.eval; }

/* Recursive functions are looked up once. */
struct seen {
    uint64_t codes[CODES];
    int64_t words[CODES];
};

static int64_t word_of(struct reader* reader, struct seen* seen, uint64_t code) {
    uint64_t at = code / 64 % CODES;
    if (seen->codes[at] != code || code == 0) {
        seen->codes[at] = code;
        seen->words[at] = word_for(reader, code);
    }
    return seen->words[at];
}

int tm_python_walk(void* state, int64_t* into, int most, int* is_cut) {
    struct reader reader = {0};
    struct seen seen = {0};
    uint64_t frame, code;
    if (!read_word(&reader, (uint64_t)state + (uint64_t)layout.frame_of_state, &frame)) return 0;
    if (layout.frame_of_that >= 0 && !read_word(&reader, frame + (uint64_t)layout.frame_of_that, &frame)) return 0;
    int count = 0;
    while (frame != 0) {
        if (count == most) {
            *is_cut = 1;
            break;
        }
        bool is_entry = layout.entry_of_frame < 0;
        if (!is_entry) {
            uint64_t flag = frame + (uint64_t)layout.entry_of_frame;
            if (frame % 8 != 0 || !has_page(&reader, flag)) return 0;
            is_entry = *(const uint8_t*)flag == layout.is_entry;
        }
        if (is_entry && layout.is_entry_alone) {
            if (count > 0 && !(into[count - 1] & TM_PYTHON_IS_ENTRY)) into[count - 1] |= TM_PYTHON_IS_ENTRY;
            else into[count++] = INT64_MIN | TM_PYTHON_IS_ENTRY | TM_PYTHON_IS_NONE;
        } else {
            if (!read_word(&reader, frame + (uint64_t)layout.code_of_frame, &code)) return 0;
            int64_t word = word_of(&reader, &seen, code);
            if (word == 0) return 0;
            into[count++] = word | (is_entry ? TM_PYTHON_IS_ENTRY : 0);
        }
        if (!read_word(&reader, frame + (uint64_t)layout.frame_of_frame, &frame)) return 0;
    }
    return count;
}

/* ---- Functions called by the package ------------------------------------------------------------------------------------------------- */

int timemory_python_begin(const struct timemory_python_layout* described, const char* package_path) {
    if (entries == NULL) {
        void* memory = mmap(NULL, ENTRIES * sizeof *entries, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) return errno;
        entries = memory;
    }
    __atomic_store_n(&is_known, 0, __ATOMIC_SEQ_CST);
    layout = *described;
    package_length = strlen(package_path);
    if (package_length >= sizeof package) return ENAMETOOLONG;
    memcpy(package, package_path, package_length + 1);
    why_not[0] = '\0';
    was_known = 1;
    __atomic_store_n(&is_known, 1, __ATOMIC_SEQ_CST);
    return 0;
}

void timemory_python_end(const char* why) {
    __atomic_store_n(&is_known, 0, __ATOMIC_SEQ_CST);
    if (why == NULL) return;
    was_known = 0;
    snprintf(why_not, sizeof why_not, "%s", why);
}

const char* tm_python_why_not(void) { return why_not; }

int tm_python_is_known(void) { return was_known; }

int timemory_python_here(char* into, int size) {
    enum { MAX_WORDS = 256 };
    int64_t words[MAX_WORDS];
    int is_cut = 0, at = 0, functions = 0;
    void* state = tm_python_state();
    int count = state == NULL ? 0 : tm_python_walk(state, words, MAX_WORDS, &is_cut);
    into[0] = '\0';
    for (int i = 0; i < count; i++) {
        if (words[i] & TM_PYTHON_IS_NONE) continue;
        char name[sizeof entries->text];
        tm_python_name(words[i], name, sizeof name);
        int written = snprintf(into + at, (size_t)(size - at), "%s\n", name);
        if (written >= size - at) break;
        at += written;
        functions++;
    }
    return functions;
}
