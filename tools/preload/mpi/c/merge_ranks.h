/*
 * Merges the results of all ranks in MPI_Finalize, before it finalizes anything: in the delete callback of an attribute of MPI_COMM_SELF,
 * which MPI_Finalize calls first, from any language. Until then the results of a rank are kept if the program ends measuring.
 */
#ifndef TM_MERGE_RANKS_H
#define TM_MERGE_RANKS_H

/* MPI_Init has returned: every rank calls this, or the others would wait for it at the end. */
extern void tm_join_at_end(void) __attribute__((visibility("hidden")));

#endif
