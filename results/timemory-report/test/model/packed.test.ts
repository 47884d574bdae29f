import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { ReportData, Values } from '../../src/contract.ts';
import { PACKED, unpack } from '../../src/model/packed.ts';
import { readReport } from '../../src/model/report.ts';

/** Both files are of the same results: PackedPageTest.kt writes them. */
const container = Buffer.from(readFileSync('test/packed/packed.txt', 'utf8'), 'base64');
const plain: ReportData = JSON.parse(readFileSync('test/packed/plain.json', 'utf8'));
const pack = (bytes: Buffer) => PACKED + deflateSync(bytes).toString('base64');

/** Takes the deviations out of results: they are kept to seven digits. */
function withoutDeviations(report: ReportData): [ReportData, Values[]] {
  const deviations: Values[] = [];
  for (const component of report.runs.flatMap(({ components }) => components)) {
    if (component.stddev) deviations.push(component.stddev);
    component.stddev = null;
  }
  return [report, deviations];
}

test('packed results are read as those in JSON', async () => {
  assert.ok(plain.runs[0].nodes.parent.length > 20 && plain.runs[0].components.length > 4, 'the sample has something in it');
  const [read, deviations] = withoutDeviations(await unpack(pack(container)));
  const [expected, exact] = withoutDeviations(plain);
  assert.deepEqual(read, expected);
  assert.equal(deviations.length, exact.length);
  deviations.forEach((values, column) => values.forEach((value, place) => {
    const other = exact[column][place];
    assert.ok(value === other || (value !== null && other !== null && Math.abs(value - other) <= 1e-7 * Math.abs(other)), `${value} is not ${other}`);
  }));
});

test('packed results that are cut off are refused', async () => {
  for (const part of [0, 4, 100, container.length - 1]) {
    await assert.rejects(readReport(pack(container.subarray(0, part))), /The packed report data is not complete/);
  }
  await assert.rejects(readReport(`${PACKED}%`), /The packed report data is not complete/);
  await assert.rejects(readReport(pack(container).slice(0, -40)), /The packed report data is not complete/);
});
