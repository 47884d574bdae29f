#include "instrument.h"

#include <stdlib.h>
#include <string.h>

#include "labels.h"
#include "library.h"
#include "patch.h"
#include "plan.h"
#include "report.h"
#include "log.h"
#include "selection.h"
#include "timemory/library.h"
#include "variables.h"

/* An object that was changed: with an address in it that distinguishes it from one loaded there later. */
struct changed {
    struct changed* next;
    const char* path; /* kept */
    uintptr_t base;
    const uint8_t* place;
    uint8_t jump[TM_JUMP_BYTES];
};

static struct changed* changed;

static bool is_changed(const struct tmfn_object* object) {
    for (const struct changed* one = changed; one != NULL; one = one->next) {
        bool is_same = one->base == object->base && object->path != NULL && strcmp(one->path, object->path) == 0;
        if (is_same && memcmp(one->place, one->jump, sizeof one->jump) == 0) return true;
    }
    return false;
}

static void remember(const struct tmfn_object* object, const uint8_t* place) {
    struct changed* one = malloc(sizeof *one);
    const char* path = object->path == NULL ? NULL : tm_kept_label(object->path);
    if (one == NULL || path == NULL) {
        free(one);
        return;
    }
    *one = (struct changed){.next = changed, .path = path, .base = object->base, .place = place};
    memcpy(one->jump, place, sizeof one->jump);
    changed = one;
}

static bool is_quiet(void) {
    const char* quiet = tm_variable("TIMEMORY_INSTRUMENT_QUIET");
    return quiet != NULL && strcmp(quiet, "true") == 0;
}

static void instrument(const struct tmfn_object* object, FILE* report, enum tm_patching how, struct tm_patched* patched) {
    struct tm_catalogue catalogue;
    if (tm_list_functions(&catalogue, object)) {
        const uint8_t* place = tm_patch_functions(&catalogue, how, patched == NULL ? NULL : &patched->places);
        if (place != NULL) remember(object, place);
        tm_report(report, &catalogue);
        char line[1024];
        tm_sum_up(&catalogue, line, sizeof line);
        if (how == TM_NOW && !is_quiet()) tm_log("%s", line);
        else if (how == TM_LATER && patched->summary[0] == '\0') snprintf(patched->summary, sizeof patched->summary, "%s", line);
    }
    tm_forget_functions(&catalogue);
}

static void instrument_program(enum tm_patching how, struct tm_patched* patched) {
    FILE* report = tm_open_report();
    const struct tmfn_object* program = tm_all_objects();
    if (program != NULL && !tm_is_excluded_object(program)) instrument(program, report, how, patched);
    for (const struct tmfn_object* object = program == NULL ? NULL : program->next; object != NULL; object = object->next) {
        if (tm_is_chosen_library(object)) instrument(object, report, how, patched);
    }
    if (report != NULL) fclose(report);
    tm_set_library(tm_object_of((uintptr_t)&timemory_push_trace));
    tm_forget_objects();
}

void tm_instrument_program(bool is_trial) { instrument_program(is_trial ? TM_NEVER : TM_NOW, NULL); }

void tm_plan_program(struct tm_patched* patched) { instrument_program(TM_LATER, patched); }

void tm_instrument_new_libraries(void) {
    const struct tmfn_object* object = tm_all_objects();
    FILE* report = NULL;
    for (object = object == NULL ? NULL : object->next; object != NULL; object = object->next) {
        if (!tm_is_chosen_library(object) || is_changed(object)) continue;
        if (report == NULL) report = tm_go_on_with_report();
        instrument(object, report, TM_NOW, NULL);
    }
    if (report != NULL) fclose(report);
    tm_forget_objects();
}
