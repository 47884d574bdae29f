import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComponentData, ReportData, Values } from '../../src/contract.ts';
import { eventually, labelsShown, tab, tabNames, useBrowser } from './page.ts';
import { smallReport } from '../../sample/generator.ts';

const { withPage } = useBrowser();

function component(id: string, sum: Values, self: Values): ComponentData {
  return {
    id, description: id, unit: 'msec', factor: 1e6, precision: 3, additive: true, timing: true, sum, self,
    min: null, max: null, mean: sum, stddev: null, cost: null, percentiles: { p50: sum.map((value) => value! / 2), p99: sum }, histograms: null,
  };
}

/** main waits for 90 of 100 ms in `wait`; what is computed is computed in `work`. */
function waitingReport(): ReportData {
  return {
    format: 'timemory-report', version: 1, title: 'shop',
    metadata: [['program', 'com.example.Shop'], ['elapsed seconds', '4.9'], ['cpu seconds', '0.17'], ['threads', '8'], ['written at', '2026-11-30 10:20:30'], ['memory', '24684084 kB']],
    runs: [{
      name: 'shop', strings: ['main', 'com.example.shop.Queue.wait', 'com.example.shop.Orders.work(int, Order)'], threads: ['main'], timeline: null,
      components: [component('wall_clock', [100e6, 90e6, 9e6], [1e6, 90e6, 9e6]), component('cpu_clock', [9e6, 0.1e6, 8e6], [0.9e6, 0.1e6, 8e6])],
      nodes: { label: [0, 1, 2], parent: [-1, 0, 0], laps: [1, 4, 30], thread: [0, 0, 0] },
    }],
  };
}

const hottest = (page: import('playwright-core').Page) => page.locator('.hottest');

test('the first screen says what ran, for how long, whether it waited, and where the time went', () => withPage(waitingReport(), async (page) => {
  const headline = await page.locator('.headline').innerText();
  assert.match(headline, /program\s+com\.example\.Shop\s+ran\s+4\.90 s\s+CPU time\s+170 ms waiting most of the time\s+threads\s+8\s+written\s+2026-11-30 10:20:30/);
  assert.match(await page.locator('main').innerText(), /Picture and list are by cpu_clock: 91\.0% of the time in regions was waiting/);
  assert.match(await hottest(page).innerText(), /by self cpu_clock/);
  assert.match(await hottest(page).locator('tbody tr').first().innerText(), /Orders\.work.*\s+30\s+4\.00 ms\s+8\.00 ms\s+8\.00 ms\s+88\.9%/);
  assert.match(await page.getByRole('application').getAttribute('aria-label') ?? '', /by cpu_clock/);
}, { viewport: { width: 1280, height: 800 } }));

test('picture and list follow one chosen component', () => withPage(waitingReport(), async (page) => {
  await page.getByRole('combobox', { name: 'By' }).selectOption('wall_clock');
  await eventually(async () => {
    assert.match(await hottest(page).innerText(), /by self wall_clock/);
    assert.match(await hottest(page).locator('tbody tr').first().innerText(), /Queue\.wait/);
    assert.match(await page.getByRole('application').getAttribute('aria-label') ?? '', /by wall_clock/);
  });
  await tab(page, 'Icicle').click();
  await eventually(async () => assert.equal(await page.getByRole('combobox', { name: 'Width' }).inputValue(), 'wall_clock'));
}));

test('labels lose packages and parameters, and have them in the tooltip', () => withPage(waitingReport(), async (page) => {
  const label = hottest(page).locator('tbody .label').first();
  assert.match(await label.innerText(), /^(example\.)?(shop\.)?Orders\.work$/);
  assert.equal(await label.getAttribute('title'), 'com.example.shop.Orders.work(int, Order)');
}, { viewport: { width: 1280, height: 800 } }));

test('one number of threads is on the page, and facts are readable', () => withPage(waitingReport(), async (page) => {
  const text = await page.locator('main').innerText();
  assert.deepEqual(text.match(/threads/g), ['threads']);
  assert.match(text, /memory\s+24\.7 GB/);
}));

test('warnings are one for each thing to do, with the path to each region', () => {
  const report = waitingReport();
  report.runs[0].components[0].cost = [0, 0.4, 0.2];
  report.metadata.push(['problem', 'lost'], ['problem', 'lost']);
  return withPage(report, async (page) => {
    const warnings = page.locator('details.warnings');
    assert.match(await warnings.innerText(), /2 warnings: 1 of what went wrong; overhead above 10\.0% in 2 regions, up to 40\.0%/);
    await warnings.locator('summary').click();
    await eventually(async () => assert.match(await warnings.innerText(), /lost \(2 times\)[^]*more than 10\.0% of 2 values, in 2 regions[^]*Queue\.wait\s+main\s+wall_clock\s+1\s+40\.0%/));
  });
});

test('siblings are one in tables and pictures if a timeline has each lap', () => {
  const report = waitingReport();
  const [run] = report.runs;
  run.nodes.label[2] = 1;
  run.nodes.laps = [1, 1, 1];
  run.timeline = { tracks: [{ name: 'main', kind: 'thread' }], track: [0, 0, 0], label: [0, 1, 1], start: [0, 1e6, 91e6], duration: [100e6, 90e6, 9e6] };
  return withPage(report, async (page) => {
    await tab(page, 'Tree').click();
    await eventually(async () => assert.deepEqual(await labelsShown(page), ['main', 'com.example.shop.Queue.wait']));
    assert.match(await page.locator('.grid-row', { hasText: 'wait' }).innerText(), /wait\s+2\s+99\.0 ms/);
    await tab(page, 'Timeline').click();
    await eventually(async () => assert.match(await page.getByRole('application').getAttribute('aria-label') ?? '', /3 events/));
  });
});

test('samples of the profiler itself are warned of', () => {
  const report = waitingReport();
  const [run] = report.runs;
  run.strings[1] = '~libasyncProfiler.so.WallClock::signalHandler';
  run.components = [{ ...component('cpu_samples', [10e6, 3e6, 7e6], [0, 3e6, 7e6]), percentiles: null, mean: null }];
  run.strings[2] = '~com.example.shop.Orders.work';
  return withPage(report, async (page) => {
    await eventually(async () => assert.match(await page.locator('details.warnings').innerText(), /30\.0% of cpu_samples is the profiler itself/));
    assert.doesNotMatch(await hottest(page).innerText(), /signalHandler/);
    const legend = page.locator('.tools > .legend');
    assert.match(await legend.innerText(), /Java, Kotlin\s+profiler itself/);
    assert.ok(await legend.evaluate((element) => element.getBoundingClientRect().right <= innerWidth), 'the legend leaves the screen');
  }, { viewport: { width: 360, height: 640 } });
});

for (const [device, width] of [['tablet', 794], ['telephone', 360]] as const) {
  test(`on a ${device} nothing overlaps or is cut off`, () => withPage(smallReport(), async (page) => {
    for (const view of await tabNames(page)) {
      await tab(page, view).click();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is wider than the screen`);
    }
    await tab(page, 'Summary').click();
    const boxes = await page.locator('.cards > *').evaluateAll((all) => all.map((element) => element.getBoundingClientRect()).map(({ top, bottom, left, right }) => ({ top, bottom, left, right })));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => assert.ok(a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1, 'two cards overlap')));
    assert.ok(await hottest(page).evaluate((card) => card.scrollWidth <= card.clientWidth), 'the list is wider than its card');
  }, { viewport: { width, height: 1000 } }));
}
