/* Part of libtimemory-jump.so: functions that do nothing are called if there is no library to jump to. */
#ifndef TM_STUB_H
#define TM_STUB_H

#define STUB(name) tm_stub_of_##name

#endif
