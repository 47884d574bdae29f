/* Reads `objdump -d -w` and prints each instruction that decode.c decodes differently. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"

/* The bytes of a line: " 1f: 48 8d 05 76 fb ff ff\tlea ...". The mnemonic, NULL if there is none. */
static const char* bytes_of(const char* line, uint8_t* bytes, int* length) {
    const char* at = strchr(line, ':');
    if (at == NULL) return NULL;
    at += 1 + strspn(at + 1, " \t");
    for (*length = 0; *length < 15; at += 3) {
        char* end;
        long byte = strtol(at, &end, 16);
        if (end != at + 2) break;
        bytes[(*length)++] = (uint8_t)byte;
        if (*end != ' ' || end[1] == ' ' || end[1] == '\t') {
            at = end;
            break;
        }
    }
    at += strspn(at, " \t");
    return *length > 0 && *at != '\n' ? at : NULL;
}

static int is_called(const char* text, const char* name) {
    static const char* const prefixes[] = {"",    "bnd ", "notrack ", "repz ", "rex.W ", "data16 rex.W ", "data16 data16 rex.W ",
                                           "ds ", "cs "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(text, prefixes[i], length) == 0 && strncmp(text + length, name, strlen(name)) == 0) return 1;
    }
    return 0;
}

static int is_right(const struct tm_instruction* one, int length, const char* text) {
    int is_relative = strstr(text, "(%rip)") != NULL;
    int is_jump = one->kind == TM_JUMP || one->kind == TM_INDIRECT_JUMP, is_call = one->kind == TM_CALL || one->kind == TM_INDIRECT_CALL;
    int is_conditional = one->kind == TM_CONDITIONAL || one->kind == TM_SHORT_ONLY;
    int says_jump = is_called(text, "jmp"), says_call = is_called(text, "call"), says_return = is_called(text, "ret");
    int says_conditional = (is_called(text, "j") && !says_jump) || is_called(text, "loop");
    return one->length == length && is_relative == (one->displacement_at != 0 && !one->has_address_table) && is_jump == says_jump &&
           is_call == says_call && (one->kind == TM_RETURN) == says_return && is_conditional == says_conditional;
}

int main(void) {
    char line[1024];
    long instructions = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint8_t bytes[32];
        int length;
        const char* text = bytes_of(line, bytes, &length);
        /* objdump combines fwait with the next instruction. */
        if (text == NULL || strstr(text, "(bad)") != NULL || bytes[0] == 0x9b) continue;
        memset(bytes + length, 0x90, sizeof bytes - (size_t)length);
        struct tm_instruction one;
        instructions++;
        if (tm_decode(bytes, sizeof bytes, &one) ? !is_right(&one, length, text)
                                                 : !is_called(text, "xbegin") && !is_called(text, "xabort")) {
            fputs(line, stdout);
        }
    }
    fprintf(stderr, "%ld\n", instructions);
    return 0;
}
