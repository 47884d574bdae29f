/*
 * The results of all ranks become one in MPI_Finalize, before it ends anything: by the delete callback of an attribute of MPI_COMM_SELF,
 * which MPI_Finalize calls first of all, from whichever language. Until then the results of a rank are kept where the program ends
 * measuring.
 */
#ifndef TM_MERGE_RANKS_H
#define TM_MERGE_RANKS_H

/* MPI_Init has returned: every rank comes here, or the others would wait for it at the end. */
extern void tm_join_at_end(void) __attribute__((visibility("hidden")));

#endif
