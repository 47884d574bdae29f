/* Of libtimemory-jump.so: functions that do nothing are what is called where there is no library to go on to. */
#ifndef TM_STUB_H
#define TM_STUB_H

#define STUB(name) tm_stub_of_##name

#endif
