import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReportData } from '../../src/contract.ts';
import { ranksReport, rooflineReport, smallReport } from '../../sample/generator.ts';
import { eventually, labelsShown, tab, useBrowser } from './page.ts';

const { withPage } = useBrowser();

/** main(10): walk(9) > walk(8) > leaf(5); leaf(1). */
function recursiveReport(): ReportData {
  const component = {
    id: 'wall_clock', description: 'elapsed time', unit: 'msec', factor: 1e6, precision: 3, additive: true, timing: true,
    sum: [10e6, 9e6, 8e6, 5e6, 1e6], self: [0, 1e6, 3e6, 5e6, 1e6], mean: null, min: null, max: null, stddev: null, cost: null, percentiles: null, histograms: null,
  };
  return {
    format: 'timemory-report', version: 1, title: 'recursive', metadata: [],
    runs: [{
      name: 'recursive', strings: ['main', 'a.walk', 'b.leaf'], threads: ['primary'], components: [component],
      nodes: { label: [0, 1, 1, 2, 2], parent: [-1, 0, 1, 2, 0], laps: [1, 1, 1, 1, 1], thread: [0, 0, 0, 0, 0] }, timeline: null,
    }],
  };
}

const half = (page: Page, name: string) => page.locator(`section.half[aria-label=${name}]`);

/** What a row of a table says, cell by cell. */
const cells = (page: Page, label: string) => page.locator('.grid-row', { hasText: label }).locator('.cell').allInnerTexts();

test('the sandwich has each label over all its places, without counting recursion twice', () => withPage(recursiveReport(), async (page) => {
  await tab(page, 'Sandwich').click();
  await eventually(async () => assert.deepEqual(await labelsShown(page), ['b.leaf', 'a.walk', 'main']));
  assert.deepEqual(await cells(page, 'a.walk'), ['a.walk', '4.00 ms', '9.00 ms', '2', '2']);
  assert.deepEqual(await cells(page, 'b.leaf'), ['b.leaf', '6.00 ms', '6.00 ms', '2', '2']);
  await page.locator('.grid-row', { hasText: 'b.leaf' }).click();
  await eventually(async () => assert.match(await page.locator('.waist').innerText(), /b\.leaf\s+6\.00 ms, 60\.0% of all, 2 places/));
  // From the label up: its callers are a.walk, 5 of 6, and main, 1 of 6.
  await half(page, 'Callers').locator('[data-main]').focus();
  for (const key of ['Home', 'ArrowUp']) await page.keyboard.press(key);
  await eventually(async () => assert.match(await half(page, 'Callers').locator('h2').innerText(), /a\.walk: 5\.00 ms, 83\.3%/));
  await page.keyboard.press('ArrowRight');
  await eventually(async () => assert.match(await half(page, 'Callers').locator('h2').innerText(), /main: 1\.00 ms, 16\.7%/));
  assert.match(await half(page, 'Callees').locator('h2').innerText(), /calls nothing that was measured/);
}));

test('a frame of the sandwich leads to its label', () => withPage(recursiveReport(), async (page) => {
  await tab(page, 'Sandwich').click();
  await page.locator('.grid-row', { hasText: 'a.walk' }).click();
  await eventually(async () => assert.match(await page.locator('.waist').innerText(), /a\.walk\s+9\.00 ms, 90\.0% of all/));
  await half(page, 'Callees').locator('[data-main]').focus();
  for (const key of ['Home', 'ArrowDown']) await page.keyboard.press(key);
  // The walk inside of the walk is what it called, and its own leaf is below that.
  await eventually(async () => assert.match(await half(page, 'Callees').locator('h2').innerText(), /a\.walk: 8\.00 ms, 88\.9%/));
  for (const key of ['ArrowDown', 's']) await page.keyboard.press(key);
  await eventually(async () => assert.match(await page.locator('.waist').innerText(), /b\.leaf\s+6\.00 ms/));
}));

for (const view of ['Tree', 'Icicle', 'Sandwich']) {
  test(`a search says what matches took together, in the ${view}`, () => withPage(recursiveReport(), async (page) => {
    await tab(page, view).click();
    await page.getByRole('searchbox').fill('walk');
    await eventually(async () => assert.match(await page.locator('main [role=status]').innerText(), /2 matches, together 9\.00 ms, 90\.0% of all/));
  }));
}

test('frames can stand in the order of the run and by name', () => withPage(smallReport(), async (page) => {
  await tab(page, 'Icicle').click();
  const picture = () => page.locator('.canvas-scroll canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const pictures = new Set<string>();
  for (const order of ['widest first', 'as they came', 'by name']) {
    await page.getByRole('combobox', { name: 'Order' }).selectOption(order);
    await eventually(async () => assert.ok(!pictures.has(await picture()), order));
    pictures.add(await picture());
  }
  const all = page.locator('.status');
  await page.locator('[data-main]').focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const second = await all.innerText();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('widest first');
  await page.locator('[data-main]').focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await eventually(async () => assert.notEqual(await all.innerText(), second));
}));

test('colours can be those of modules and of overhead', () => withPage(smallReport(), async (page) => {
  await tab(page, 'Icicle').click();
  const colour = page.getByRole('combobox', { name: 'Colour' });
  await colour.selectOption('by overhead');
  await eventually(async () => assert.match(await page.locator('.legend').innerText(), /0 %\s+100 %/));
  await colour.selectOption('by module');
  await eventually(async () => assert.match(await page.locator('.legend').innerText(), /one colour for each package/));
}));

test('the strip above the icicle shows all of it, and leads to what is pressed', () => withPage(smallReport(), async (page) => {
  await tab(page, 'Icicle').click();
  const { x, y, width } = (await page.locator('.minimap').boundingBox())!;
  await page.mouse.click(x + width * 0.2, y + 14);
  await eventually(async () => assert.equal(await page.getByRole('navigation', { name: 'Zoomed path' }).locator('[aria-current=location]').count(), 1));
}));

test('a timeline says what a lap was launched by, and for how long it was suspended', () => {
  const report = recursiveReport();
  report.runs[0].timeline = {
    tracks: [{ name: 'primary', kind: 'thread' }, { name: 'coroutines 1', kind: 'coroutine' }],
    track: [0, 1], label: [0, 2], start: [0, 1e6], duration: [10e6, 4e6], active: [null, 1e6], launcher: [-1, 0],
  };
  return withPage(report, async (page) => {
    await tab(page, 'Timeline').click();
    await page.locator('[data-main]').focus();
    await eventually(async () => {
      await page.keyboard.press('n');
      assert.match(await page.locator('.status').innerText(), /b\.leaf: 4\.00 ms from 1 ms, coroutines 1, suspended for 3\.00 ms of it \(75\.0%\), launched by main/);
    });
  });
});

test('a timeline of which laps are launched by ones that are not there is refused', () => {
  const report = recursiveReport();
  report.runs[0].timeline = { tracks: [{ name: 'primary', kind: 'thread' }], track: [0], label: [0], start: [0], duration: [1], launcher: [7] };
  return withPage(report, (page) => eventually(async () => assert.match(await page.locator('body').innerText(), /launcher\[0\] is 7: there are 1 events/)));
});

test('regions stand by what all processes lose in them, with a cell for each', () => withPage(ranksReport(), async (page) => {
  await tab(page, 'Imbalance').click();
  const rows = page.locator('.strips tbody tr');
  const nanoseconds = (text: string) => parseFloat(text) * { s: 1e9, ms: 1e6, us: 1e3, ns: 1 }[text.split(' ')[1] as 's' | 'ms' | 'us' | 'ns'];
  const lost = (await rows.locator('td:nth-child(2)').allInnerTexts()).map(nanoseconds);
  assert.ok(lost.length > 10 && lost.every((value, i) => i === 0 || value <= lost[i - 1]), `${lost}`);
  assert.equal(await rows.first().locator('svg rect').count(), 64);
  assert.match((await rows.first().locator('svg rect title').first().textContent())!, /^rank 0: [\d.]+ m?s$/);
  await page.getByRole('searchbox').fill('solveMesh');
  await eventually(async () => assert.ok((await rows.allInnerTexts()).every((text) => text.includes('solveMesh'))));
}));

/** One region of 3e9 operations, 6e9 bytes of memory and 1.5 seconds: 2 GFLOP/s at half an operation for each byte. */
function computing(): ReportData {
  const report = recursiveReport();
  const [run] = report.runs;
  const [clock] = run.components;
  const numbers = { flops: 3e9, runtime: 1.5e9, dram_bytes: 6e9 };
  run.components.push(...Object.entries(numbers).map(([name, value]) => ({ ...clock, id: `cpu_roofline_dp_flops.${name}`, timing: false, self: null, sum: [null, value, null, null, null] })));
  return report;
}

const ert = (roofs: unknown) => JSON.stringify({ timemory: { ert: { ert: [], roofs } } });
const ROOFS = [{ device: 'cpu', machine: 'a machine', bandwidths: [{ name: 'DRAM', perSecond: 8e9 }], peaks: [{ name: 'fma f64', perSecond: 1e11, type: 'f64' }, { name: 'fma f32', perSecond: 2e11, type: 'f32' }] }];

test('regions that compute lie below the roofs that were at hand', () => withPage({ ...computing(), ert: ert(ROOFS) }, async (page) => {
  await tab(page, 'Roofline').click();
  // The memory allows 8e9 bytes at half an operation each: 4 GFLOP/s, of which 2 are reached.
  await eventually(async () => assert.match(await page.locator('.charts tbody tr').innerText(), /a\.walk\s+DRAM\s+2(\.00)? G\s+0\.5\s+50\.0%\s+1\.50 s/));
  assert.deepEqual(await page.locator('.roof-name').allTextContents(), ['DRAM 8 GB/s', 'fma f64 100 GFLOP/s']);
  assert.equal(await page.locator('.roofline circle').count(), 1);
}));

test('roofs can be chosen, and without any the page says how they are measured', () => withPage(computing(), async (page) => {
  await tab(page, 'Roofline').click();
  await eventually(async () => assert.match(await page.locator('.tools').innerText(), /No roofs were at hand\. timemory roofline ert -o ert\.json measures/));
  const file = { name: 'ert.json', mimeType: 'application/json', buffer: Buffer.from(ert(ROOFS)) };
  await page.locator('input[type=file]').setInputFiles(file);
  await eventually(async () => assert.match(await page.locator('.charts tbody tr').innerText(), /50\.0%/));
  for (const [text, reason] of [['{', 'it is not JSON'], ['{}', 'it holds no measurements'], [ert(undefined), 'before roofs stood in it'], [ert([{ device: 1 }]), 'are not what']] as const) {
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(text) });
    await eventually(async () => assert.ok((await page.getByRole('alert').innerText()).includes(reason), reason));
  }
}));

test('without a component of rooflines there is no such view', async () => {
  await withPage(rooflineReport(), async (page) => assert.equal(await tab(page, 'Roofline').count(), 1));
  await withPage(recursiveReport(), async (page) => {
    await tab(page, 'Icicle').waitFor();
    assert.equal(await tab(page, 'Roofline').count(), 0);
  });
});
