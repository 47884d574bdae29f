#include "lent.h"

#include <stdlib.h>

#include "kotlin.h"
#include "names.h"
#include "process.h"

/* Every thread's at first, for the first time that it is inside to be noticed. No region has no name. */
static struct tm_lent first;

__thread struct tm_lent* tm_lent = &first;
__thread struct tm_popped tm_popped;

/* What the thread was lent before, kept for the next time. */
static __thread struct tm_lent* kept __attribute__((tls_model("initial-exec")));

static void drop(struct tm_lent* lent) {
    if (atomic_fetch_sub(&lent->users, 1) == 1) free(lent);
}

void tm_ask_for_loan(int32_t bundle, int32_t number, const char* name) {
    tm_popped.times = TM_LEND_AFTER - TM_ASK_AGAIN_AFTER;
    const char* text = tm_name_of(number);
    if (text == NULL) return;
    struct tm_lent* lent = kept;
    if (lent == NULL) {
        lent = calloc(1, sizeof *lent);
        if (lent == NULL) return;
        atomic_store(&lent->users, 1);
        lent->drop = drop;
        kept = lent;
    }
    lent->bundle = bundle;
    lent->number = number;
    lent->name = name;
    lent->text = text;
    atomic_fetch_add(&lent->users, 1);
    int32_t answer = tm_lend(bundle, number, lent);
    if (answer != TM_LENT_TO_NEW) drop(lent);
    if (answer == TM_NOT_LENT) return;
    lent->laps_before = lent->laps;
    tm_lent = lent;
}

void tm_take_back_lent(void) {
    struct tm_lent* lent = tm_lent;
    tm_lent = NULL;
    if (lent == &first) {
        tm_watch_thread();
        return;
    }
    tm_popped.times = lent->laps == lent->laps_before ? TM_LEND_AFTER - TM_ASK_AGAIN_AFTER : 0;
    if (tm_take_back(lent)) return;
    kept = NULL;
    drop(lent);
}

void tm_leave_loan(void) {
    struct tm_lent* gone = kept; /* forgotten first: a handler may come in between, and push */
    tm_lent = NULL;
    kept = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    if (gone != NULL) drop(gone);
}
