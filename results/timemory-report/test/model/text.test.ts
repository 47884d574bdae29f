import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortLabel, visibleText } from '../../src/model/text.ts';

/** The same stand in TerminalTest of timemory-tools: all outputs show a label alike. */
const SHOWN: [label: string, shown: string][] = [
  ['plain a.b/c:1 ä 日本 😀', 'plain a.b/c:1 ä 日本 😀'],
  ['line\nbreak\r\tend', 'line\\nbreak\\r\\tend'],
  ['\u0000\u0007\u001b[31m\u007f\u0085', '\\u0000\\u0007\\u001b[31m\\u007f\\u0085'],
  ['gnp\u202etxt\u2066\u200e\u200b\u00ad\ufeff', 'gnp\\u202etxt\\u2066\\u200e\\u200b\\u00ad\\ufeff'],
  ['a\u2028b\u2029c\ue000\uffff', 'a\\u2028b\\u2029c\\ue000\\uffff'],
  ['half \ud83d and \ude00 whole \ud83d\ude00', 'half \\ud83d and \\ude00 whole 😀'],
];

test('labels are shown as all outputs show them', () => {
  for (const [label, shown] of SHOWN) assert.equal(visibleText(label), shown);
});

test('emoji that are joined stay whole, and a joiner elsewhere is shown', () => {
  assert.equal(visibleText('👩‍👩‍👧 a\u200db'), '👩‍👩‍👧 a\\u200db');
  assert.equal(shortLabel('1234 👩‍👩‍👧👩‍👩‍👧 5678', 8), '1234…678');
  assert.equal(shortLabel('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5), '👩‍👩‍👧…👩‍👩‍👧');
});

/** Full label, room, and what is shown. */
const SHORT: [label: string, length: number, shown: string][] = [
  ['org.h2.command.dml.Insert.addRow(int, Row)', 60, 'org.h2.command.dml.Insert.addRow(int, Row)'],
  ['org.h2.command.dml.Insert.addRow(int, Row)', 36, 'org.h2.command.dml.Insert.addRow'],
  ['org.h2.command.dml.Insert.addRow(int, Row)', 20, 'dml.Insert.addRow'],
  ['org.h2.command.dml.Insert.addRow(int, Row)', 14, 'Insert.addRow'],
  ['org.h2.command.dml.Insert.addRow(int, Row)', 8, 'addRow'],
  ['~java.util.HashMap.put', 12, '~HashMap.put'],
  ['void ns::inner::run<std::vector<int> >(int) const', 30, 'ns::inner::run<std::vector<int> >'.slice(4)],
  ['~libc.so.6.start_thread', 20, '~start_thread'],
  ['~libasyncProfiler.so.WallClock::signalHandler', 26, '~WallClock::signalHandler'],
  ['com.example.OrderService.encodeOrder', 9, 'encodeOr…'],
  ['src/parser/lexer.c', 12, '…/lexer.c'],
  ['SELECT * FROM orders WHERE id = ?', 11, 'SELEC…d = ?'],
  ['', 20, '(empty label)'],
  ['  ', 20, '(blank label)'],
  ['\u00a0', 20, '(blank label)'],
];

test('packages and parameters go first if room is short', () => {
  for (const [label, length, shown] of SHORT) assert.equal(shortLabel(label, length), shown);
});
