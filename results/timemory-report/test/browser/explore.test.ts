import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReportData } from '../../src/contract.ts';
import { comparisonReport, smallReport } from '../../sample/generator.ts';
import { eventually, tab, useBrowser } from './page.ts';

const { withPage } = useBrowser();

/** main(10) > parse(4) > read(3); solve(5) > read(2), on two threads. */
function report(): ReportData {
  const component = {
    id: 'wall_clock', description: 'elapsed time', unit: 'msec', factor: 1e6, precision: 3, additive: true, timing: true,
    sum: [10e6, 4e6, 3e6, 5e6, 2e6], self: [1e6, 1e6, 3e6, 3e6, 2e6], mean: null, min: null, max: null, stddev: null, cost: null, percentiles: null, histograms: null,
  };
  return {
    format: 'timemory-report', version: 1, title: 'tiny', metadata: [],
    runs: [{
      name: 'tiny', strings: ['main', 'parse', 'read', 'solve'], threads: ['main', 'pool-1-thread-1'], components: [component],
      nodes: { label: [0, 1, 2, 3, 2], parent: [-1, 0, 1, 0, 3], laps: [1, 1, 1, 1, 1], thread: [[0, 1], 0, 0, 1, 1] }, timeline: null,
    }],
  };
}

const status = (page: Page) => page.locator('main .status');

/** Goes from frame to frame of the icicle by keys. */
async function go(page: Page, ...keys: string[]) {
  await page.getByRole('application').focus();
  for (const key of keys) await page.keyboard.press(key);
}

test('a function is in focus, merged and collapsed, and each can be undone', () => withPage(report(), async (page) => {
  await tab(page, 'Icicle').click();
  await go(page, 'Home', 'ArrowDown', 'ArrowDown');
  await eventually(async () => assert.match(await status(page).innerText(), /solve: 5\.00 ms/));
  await page.getByRole('button', { name: 'Merge' }).click();
  await go(page, 'Home', 'ArrowDown', 'ArrowDown', 'ArrowRight');
  await eventually(async () => assert.match(await status(page).innerText(), /read: 2\.00 ms/));
  await page.getByRole('button', { name: 'merged solve' }).click();
  await go(page, 'Home', 'ArrowDown', 'ArrowDown', 'c', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await eventually(async () => assert.match(await status(page).innerText(), /solve: 5\.00 ms/));
  await page.getByRole('button', { name: 'Undo all' }).click();
  await go(page, 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'f', 'Home', 'ArrowDown');
  await eventually(async () => assert.match(await status(page).innerText(), /read: 5\.00 ms, 100\.0% of all/));
}));

test('inverted, the first frame is the function that took most itself', () => withPage(report(), async (page) => {
  await tab(page, 'Icicle').click();
  await page.getByRole('checkbox', { name: 'inverted' }).check();
  await go(page, 'Home', 'ArrowDown');
  await eventually(async () => assert.match(await status(page).innerText(), /read: 5\.00 ms, 50\.0% of all/));
  await go(page, 'ArrowDown');
  await eventually(async () => assert.match(await status(page).innerText(), /parse: 3\.00 ms/));
}));

test('a thread is chosen by its name', () => withPage(report(), async (page) => {
  await tab(page, 'Icicle').click();
  await page.getByRole('combobox', { name: 'Thread' }).selectOption('pool-1-thread-1');
  await go(page, 'Home', 'ArrowDown', 'ArrowDown', 'ArrowRight');
  await eventually(async () => assert.match(await status(page).innerText(), /solve: 5\.00 ms/));
}));

test('a link keeps view, zoom, selection, search and changes', () => withPage(report(), async (page) => {
  await tab(page, 'Icicle').click();
  await page.getByRole('searchbox').fill('read & <b>');
  await page.getByRole('searchbox').fill('read');
  await go(page, 'Home', 'ArrowDown', 'ArrowDown', 'Enter', 'd');
  await eventually(async () => assert.match(page.url(), /#icicle\?search=read&region=3&zoom=3$/));
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await eventually(async () => {
    assert.equal(await page.getByRole('searchbox').inputValue(), 'read');
    assert.match(await page.getByRole('navigation', { name: 'Zoomed path' }).innerText(), /main\s+›\s+solve/);
    assert.match(await page.getByRole('complementary', { name: 'Region details' }).innerText(), /solve/);
  });
  await page.evaluate(() => { location.hash = '#icicle?merge=parse&inverted=1&region=99&zoom=x'; });
  await eventually(async () => {
    assert.equal(await page.getByRole('checkbox', { name: 'inverted' }).isChecked(), true);
    assert.equal(await page.getByRole('button', { name: 'merged parse' }).count(), 1);
    assert.equal(await page.getByRole('complementary', { name: 'Region details' }).count(), 0);
  });
}));

test('two runs are compared as an icicle with both values and the change', () => withPage(comparisonReport(), async (page) => {
  await page.getByRole('combobox', { name: /^as/ }).selectOption('icicle');
  await go(page, 'Home', 'ArrowDown');
  await eventually(async () => assert.match(await status(page).innerText(), /[\d.]+ \w+ → [\d.]+ \w+, [+−][\d.]+ \w+ \([+−][\d.]+%\)/));
  assert.match(await page.locator('main').innerText(), /more than in the baseline/);
}));

test('an area of the timeline is summed up, and tracks are pinned and filtered', () => withPage(smallReport(), async (page) => {
  await tab(page, 'Timeline').click();
  const { x, y, width } = (await page.locator('.canvas-scroll canvas').boundingBox())!;
  await page.keyboard.down('Shift');
  await page.mouse.move(x + width * 0.2, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + 90);
  await page.mouse.move(x + width * 0.6, y + 100);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const sums = page.locator('.sums');
  await eventually(async () => assert.match(await sums.innerText(), /on 1 track[^]*TokenService\.parseToken\s+1\s/));
  await page.getByRole('application').focus();
  await page.keyboard.press('Escape');
  await eventually(async () => assert.equal(await sums.count(), 0));
  await page.getByLabel('Filter tracks by name').fill('checkout#2');
  await eventually(async () => assert.match(await page.locator('.range').innerText(), /1 of 4 tracks/));
  await page.mouse.click(x + 30, y + 32);
  await page.getByLabel('Filter tracks by name').fill('nothing like it');
  await eventually(async () => assert.match(await page.locator('.range').innerText(), /1 of 4 tracks/));
}));

test('the timeline goes by w, a, s and d', () => withPage(smallReport(), async (page) => {
  await tab(page, 'Timeline').click();
  const range = page.locator('.range');
  const whole = await range.innerText();
  await go(page, 'w', 'w');
  await eventually(async () => assert.notEqual(await range.innerText(), whole));
  const zoomed = await range.innerText();
  await go(page, 'd');
  await eventually(async () => assert.notEqual(await range.innerText(), zoomed));
  await go(page, 'a');
  await eventually(async () => assert.equal(await range.innerText(), zoomed));
  await go(page, 's', 's', 's');
  await eventually(async () => assert.equal(await range.innerText(), whole));
}));
