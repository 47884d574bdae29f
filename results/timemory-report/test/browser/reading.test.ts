import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReportData } from '../../src/contract.ts';
import { comparisonReport, smallReport } from '../../sample/generator.ts';
import { eventually, labelsShown, tab, tabNames, useBrowser } from './page.ts';

const { withPage } = useBrowser();

/** main(10): parse(3) > read(2); solve(6). */
function tinyReport(): ReportData {
  const component = {
    id: 'wall_clock', description: 'elapsed time', unit: 'msec', factor: 1e6, precision: 3, additive: true, timing: true,
    sum: [10e6, 3e6, 2e6, 6e6], self: [1e6, 1e6, 2e6, 6e6], mean: [10e6, 3e6, 1e6, 6e6], min: [10e6, 3e6, 0.5e6, 6e6], max: [10e6, 3e6, 1.5e6, 6e6],
    stddev: [0, 0, 0.7e6, 0], cost: [0, 0, 0.25, 0], percentiles: null, histograms: { 2: { bounds: [0, 1e6, 2e6], counts: [1, 1] } },
  };
  return {
    format: 'timemory-report', version: 1, title: 'tiny', metadata: [['host', 'somewhere']],
    runs: [{
      name: 'tiny', strings: ['main', 'parse', 'read', 'solve'], threads: ['primary'], components: [component],
      nodes: { label: [0, 1, 2, 3], parent: [-1, 0, 1, 0], laps: [1, 1, 2, 1], thread: [0, 0, 0, 0] }, timeline: null,
    }],
  };
}

const shows = (page: Page, labels: string[]) => eventually(async () => assert.deepEqual(await labelsShown(page), labels));

const details = (page: Page) => page.getByRole('complementary', { name: 'Region details' });

test('the summary tells totals, the run, the hottest region and what measuring disturbed', () => withPage(tinyReport(), async (page) => {
  const text = await page.locator('main').innerText();
  assert.match(text, /wall_clock\s+10\.0 ms/);
  assert.match(text, /host\s+somewhere/);
  const hottest = text.slice(text.indexOf('Hottest'));
  assert.ok(hottest.indexOf('solve') < hottest.indexOf('read'), 'solve has the largest exclusive value');
  // Folded, with how many there are.
  const warnings = page.locator('details', { hasText: '1 warning' });
  assert.doesNotMatch(await warnings.innerText(), /read/);
  await warnings.locator('summary').click();
  await eventually(async () => assert.match(await warnings.innerText(), /read\s+main › parse\s+wall_clock\s+1\s+25\.0%/));
  assert.ok(await page.getByRole('application', { name: /Icicle graph by wall_clock/ }).isVisible(), 'the picture is beside it');
}));

test('what went wrong is among the warnings, and counted', () => {
  const report = tinyReport();
  report.metadata.push(['problem', 'a file could not be read']);
  return withPage(report, async (page) => {
    const warnings = page.locator('details', { hasText: '2 warnings' });
    await warnings.locator('summary').click();
    await eventually(async () => assert.match(await warnings.innerText(), /a file could not be read/));
  });
});

test('a tab of the browser is called by the program, its process and when it measured', async () => {
  const report = tinyReport();
  report.metadata.push(['pid', '4711'], ['written at', '2026-11-28 10:20:30']);
  await withPage(report, async (page) => assert.equal(await page.title(), 'tiny (4711) 2026-11-28 10:20:30'));
  await withPage(tinyReport(), async (page) => assert.equal(await page.title(), 'tiny'));
});

/** The same of 4 processes, of which rank 2 took longest in solve, and two were never in read. */
function ranksReport(): ReportData {
  const report = tinyReport();
  report.runs[0].components[0].ranks = {
    of: 4, count: [4, 4, 2, 4], min: [2e6, 0.7e6, 1e6, 1e6], minRank: [0, 1, 0, 3], max: [4e6, 0.8e6, 1e6, 3e6], maxRank: [2, 0, 0, 2],
    mean: [2.5e6, 0.75e6, 1e6, 1.5e6], stddev: [1e6, 0.1e6, 0, 1e6], imbalance: [60, 6.7, 100, 100], lost: [6e6, 0.2e6, 2e6, 6e6],
    values: { 3: { ranks: [0, 1, 2, 3], values: [1e6, 1e6, 3e6, 1e6] } },
  };
  return report;
}

test('regions are sorted by how much processes differ, and the slow one is named', () => withPage(ranksReport(), async (page) => {
  await tab(page, 'Tree').click();
  await shows(page, ['main', 'parse', 'read', 'solve']);
  await page.getByRole('button', { name: /imbalance/ }).first().click();
  await shows(page, ['main', 'solve', 'parse', 'read']);
  await page.getByText('solve', { exact: true }).first().click();
  const text = await details(page).innerText();
  assert.match(text, /4 of 4 processes/);
  assert.match(text, /rank max\s+3\.00 ms \(2\)/);
  assert.match(text, /imbalance\s+100\.0%/);
  const bars = details(page).getByRole('img', { name: /Values of wall_clock by rank: 4 processes from 0 to 3/ }).locator('rect');
  assert.equal(await bars.count(), 4);
  assert.equal(await bars.nth(2).locator('title').textContent(), 'rank 2: 3.00 ms');
}));

test('what processes gave back stands below the line', () => {
  const report = ranksReport();
  report.runs[0].components[0].ranks!.values![3].values = [-2e6, 1e6, 0, -1e6];
  return withPage(report, async (page) => {
    await tab(page, 'Tree').click();
    await page.getByText('solve', { exact: true }).first().click();
    const strip = details(page).getByRole('img', { name: /Values of wall_clock by rank/ });
    const heights = await strip.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    const tops = await strip.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('y'))));
    const zero = Number(await strip.locator('line').getAttribute('y1'));
    assert.deepEqual(heights.map((height) => Math.round(height / heights[1])), [2, 1, 0, 1]);
    assert.deepEqual(tops.map((top) => top < zero), [false, true, false, false]);
    assert.match(await strip.innerHTML(), /\u22122\.00 ms to 1\.00 ms/);
  });
});

test('data of processes that do not fit together are refused', () => {
  const report = ranksReport();
  report.runs[0].components[0].ranks!.values![3].ranks = [0, 0, 1, 2];
  return withPage(report, (page) => eventually(async () => assert.match(await page.locator('body').innerText(), /values\.3\.ranks\[1\] is no rank/)));
});

test('a component that outer regions lack is summed over the outermost that have it', () => {
  const report = tinyReport();
  report.runs[0].components[0].sum = [null, 3e6, 2e6, 6e6];
  return withPage(report, (page) => eventually(async () => assert.match(await page.locator('main').innerText(), /wall_clock\s+9\.00 ms/)));
});

test('what ran concurrently is marked, is no part of what it hangs below, and no share is above the whole', () => {
  const report = tinyReport();
  const { components, nodes } = report.runs[0];
  components[0].sum = [10e6, 3e6, 2e6, 25e6];
  components[0].self = [7e6, 1e6, 2e6, 25e6];
  nodes.concurrent = [3];
  return withPage(report, async (page) => {
    const summary = await page.locator('main').innerText();
    assert.match(summary, /all threads together\)\s+35\.0 ms/);
    const shares = [...summary.matchAll(/([0-9.]+)%/g)].map((match) => Number(match[1]));
    assert.ok(shares.length > 0 && shares.every((share) => share <= 100), summary);
    await tab(page, 'Tree').click();
    await shows(page, ['main', 'parse', 'read', 'solve']);
    assert.match(await page.locator('.grid-row', { hasText: 'solve' }).innerText(), /^\s*concurrent/);
    await tab(page, 'Icicle').click();
    await eventually(async () => assert.match(await page.locator('.tools').innerText(), /ran concurrently with the frame above it/));
  });
});

test('a click on a heading sorts siblings, the next one the other way round, and the third restores the order', () => withPage(tinyReport(), async (page) => {
  await tab(page, 'Tree').click();
  const inOrder = ['main', 'parse', 'read', 'solve'];
  await shows(page, inOrder);
  const heading = page.getByRole('columnheader').filter({ hasText: 'total' });
  await heading.getByRole('button').click();
  await shows(page, ['main', 'solve', 'parse', 'read']);
  await eventually(async () => assert.equal(await heading.getAttribute('aria-sort'), 'descending'));
  await heading.getByRole('button').click();
  await shows(page, inOrder);
  await eventually(async () => assert.equal(await heading.getAttribute('aria-sort'), 'ascending'));
  await heading.getByRole('button').click();
  await eventually(async () => assert.equal(await heading.getAttribute('aria-sort'), 'none'));
}));

test('the table can be read by keyboard alone', () => withPage(tinyReport(), async (page) => {
  await tab(page, 'Tree').click();
  await page.getByRole('treegrid').focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  await shows(page, ['main', 'parse', 'solve']);
  await page.keyboard.press('ArrowRight');
  await shows(page, ['main', 'parse', 'read', 'solve']);
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await eventually(async () => assert.match(await details(page).innerText(), /read/));
}));

test('a search shows matches with what is around them, by text and by regular expression', () => withPage(tinyReport(), async (page) => {
  await tab(page, 'Tree').click();
  await page.keyboard.press('/');
  await page.keyboard.type('READ');
  await shows(page, ['main', 'parse', 'read']);
  await page.getByRole('searchbox').fill('/^s.*e$/');
  await shows(page, ['main', 'solve']);
  await page.getByRole('searchbox').fill('/(/');
  await eventually(async () => assert.match(await page.getByRole('alert').innerText(), /Invalid regular expression/));
}));

test('details have all statistics and the histogram', () => withPage(tinyReport(), async (page) => {
  await tab(page, 'Tree').click();
  await page.locator('.grid-row', { hasText: 'read' }).click();
  await eventually(async () => {
    const text = await details(page).innerText();
    for (const value of ['2.00 ms', '500 us', '1.50 ms', '700 us']) assert.ok(text.includes(value), `${value} in ${text}`);
    assert.ok(await details(page).locator('svg').count() > 0, 'a histogram is drawn');
  });
  await page.getByRole('button', { name: 'Close details' }).click();
  await eventually(async () => assert.equal(await details(page).count(), 0));
}));

test('a click in the icicle zooms, and Escape leads back', () => withPage(tinyReport(), async (page) => {
  await tab(page, 'Icicle').click();
  const { x, y, width } = (await page.locator('.canvas-scroll canvas').boundingBox())!;
  // Rows from above: everything, main, its children, the widest of which stands first.
  await page.mouse.click(x + width * 0.3, y + 50);
  const crumbs = page.getByRole('navigation', { name: 'Zoomed path' });
  await eventually(async () => {
    assert.match(await crumbs.innerText(), /main[\s\S]*solve/);
    assert.match(await page.locator('.status').innerText(), /solve: 6\.00 ms, 60\.0% of all/);
  });
  await page.keyboard.press('Escape');
  await eventually(async () => assert.doesNotMatch(await crumbs.innerText(), /solve/));
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await eventually(async () => assert.match(await crumbs.innerText(), /main[\s\S]*parse/));
}));

/** The same, with samples: 6 ms in main, of which 4 in solve, all of them in its function. The region "~odd" is measured. */
function sampledReport(): ReportData {
  const report = tinyReport();
  const [run] = report.runs;
  run.strings.push('~a.Solver.step', '~odd');
  run.nodes.label.push(4, 5);
  run.nodes.parent.push(3, 0);
  run.nodes.laps.push(40, 1);
  run.nodes.thread.push(0, 0);
  const [clock] = run.components;
  for (const values of [clock.sum, clock.self, clock.mean, clock.min, clock.max, clock.stddev]) values!.push(null, 1e6);
  clock.cost!.push(null, 0);
  run.components.push({
    ...clock, id: 'cpu_samples', description: 'CPU time by samples', histograms: null, cost: null,
    sum: [6e6, null, null, 4e6, 4e6, 1e6], self: [1e6, null, null, 0, 4e6, 1e6],
  });
  return report;
}

/** The hue of the picture where `share` of its width and `row` rows of its height are. */
const hueAt = (page: Page, share: number, row: number) => page.locator('.canvas-scroll canvas').evaluate((canvas, [across, down]) => {
  const { width, clientWidth } = canvas as HTMLCanvasElement;
  const scale = width / clientWidth;
  const [r, g, b] = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(Math.floor(width * across), Math.floor((down * 20 + 3) * scale), 1, 1).data;
  const most = Math.max(r, g, b);
  const span = most - Math.min(r, g, b);
  const sixth = span === 0 ? 0 : most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return sixth * 60;
}, [share, row] as const);

const isOfRegions = (hue: number) => hue >= 145 && hue <= 295;
const isOfFunctions = (hue: number) => hue >= 3 && hue <= 60;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`functions that samples found are below their regions, in colours of their own (${colorScheme})`, () => withPage(sampledReport(), async (page) => {
    await tab(page, 'Icicle').click();
    const legend = page.locator('.tools > .legend');
    assert.match(await legend.innerText(), /regions\s+~functions that samples found:\s+Java, Kotlin/);
    assert.equal(await page.getByRole('combobox', { name: 'Width' }).inputValue(), 'cpu_samples');
    // Rows from above: everything, main, solve and the region "~odd", the function.
    await eventually(async () => {
      assert.ok(isOfRegions(await hueAt(page, 0.3, 1)), `main has the hue ${await hueAt(page, 0.3, 1)}`);
      assert.ok(isOfRegions(await hueAt(page, 0.3, 2)), `solve has the hue ${await hueAt(page, 0.3, 2)}`);
      assert.ok(isOfRegions(await hueAt(page, 0.7, 2)), `~odd, which was measured, has the hue ${await hueAt(page, 0.7, 2)}`);
      assert.ok(isOfFunctions(await hueAt(page, 0.3, 3)), `the function has the hue ${await hueAt(page, 0.3, 3)}`);
    });
    const { x, y, width } = (await page.locator('.canvas-scroll canvas').boundingBox())!;
    await page.mouse.click(x + width * 0.3, y + 70);
    await eventually(async () => assert.match(await page.locator('.status').innerText(), /~a\.Solver\.step: 4\.00 ms, 66\.7% of all.*40 samples/));
    await page.getByRole('combobox', { name: 'Colour' }).selectOption('cpu_samples');
    await eventually(async () => assert.doesNotMatch(await legend.innerText(), /functions/));
  }, { colorScheme }));
}

test('without samples there is no legend of functions', () => withPage(tinyReport(), async (page) => {
  await tab(page, 'Icicle').click();
  await page.locator('.canvas-scroll canvas').waitFor();
  assert.equal(await page.locator('.legend').innerText(), 'one colour for each label');
}));

test('a timeline is there where laps have a time', async () => {
  await withPage(smallReport(), async (page) => {
    await tab(page, 'Timeline').click();
    await page.locator('.canvas-scroll canvas').first().hover();
    await page.mouse.wheel(0, -300);
    await eventually(async () => assert.ok(await page.locator('.canvas-scroll canvas').count() > 0));
  });
  await withPage(tinyReport(), async (page) => {
    await tab(page, 'Icicle').waitFor();
    assert.equal(await tab(page, 'Timeline').count(), 0);
  });
});

test('what GPUs did is there where it is known, on the tracks of their streams', async () => {
  const report = tinyReport();
  report.runs[0].strings.push('saxpy');
  report.runs[0].gpu = { tracks: [{ name: 'GPU 0, stream 7', kind: 'stream' }], track: [0, 0], label: [4, 4], start: [100, 3000], duration: [1000, 500] };
  await withPage(report, async (page) => {
    await tab(page, 'GPU').click();
    await eventually(async () => {
      // A key that comes before the tracks are drawn names nothing; each event that it goes to afterwards is one of these.
      await page.locator('[data-main]').focus();
      await page.keyboard.press('n');
      assert.match(await page.locator('main .status').innerText(), /saxpy.* GPU 0, stream 7/);
    });
  });
  await withPage(tinyReport(), async (page) => {
    await tab(page, 'Icicle').waitFor();
    assert.equal(await tab(page, 'GPU').count(), 0);
  });
});

test('two runs are compared, with what is new and what is gone marked by more than colour', () => withPage(comparisonReport(), async (page) => {
  assert.equal(await tab(page, 'Comparison').getAttribute('aria-selected'), 'true');
  const note = await page.locator('.note[role=status]').innerText();
  const [, both, added, gone] = /(\d+) in both, (\d+) new, (\d+) vanished/.exec(note)!.map(Number);
  assert.ok(both > 0 && added > 0 && added === gone, note);
  await page.getByRole('searchbox').fill('Replacement');
  await eventually(async () => assert.equal(await page.locator('.badge.new', { hasText: '+ new' }).count(), added));
}));

test('colours follow the system, and the reader', async () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  let light = '';
  await withPage(tinyReport(), async (page) => { light = await background(page); }, { colorScheme: 'light' });
  await withPage(tinyReport(), async (page) => {
    assert.notEqual(await background(page), light);
    await page.getByRole('button', { name: 'auto' }).click();
    await eventually(async () => assert.equal(await background(page), light));
  }, { colorScheme: 'dark' });
});

test('on a telephone nothing hangs over the edge', () => withPage(smallReport(), async (page) => {
  for (const view of await tabNames(page)) {
    await tab(page, view).click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is wider than the screen`);
  }
}, { viewport: { width: 360, height: 640 } }));

test('what was read at intervals is drawn over time, and a row is read by the keyboard', () => {
  const report = tinyReport();
  const none = [null, null, null];
  report.runs[0].overTime = {
    begin: [0, 1e8, 5e8], end: [1e8, 2e8, 6e8],
    series: [
      { name: 'page_rss', unit: 'MB', factor: 1e6, precision: 3, value: [10e6, 20e6, 30e6], min: [9e6, 20e6, 30e6], max: [12e6, 20e6, 40e6] },
      { name: 'cpu_clock', unit: 'processors', factor: 1, precision: 3, value: [0.5, null, 2], min: none, max: none },
    ],
  };
  return withPage(report, async (page) => {
    await tab(page, 'Over time').click();
    const charts = page.locator('figure.chart');
    assert.equal(await charts.count(), 2);
    assert.match(await charts.nth(0).innerText(), /page_rss\s+mean 20\.0 MB, highest 40\.0 MB/);
    // The floor is 0 and the top 40 MB; a row is a sixth of the time, the pause before the third a half.
    assert.equal(await charts.nth(0).locator('path.line').getAttribute('d'), 'M0 88H166.7L166.7 60H333.3M833.3 32H1000');
    assert.equal(await charts.nth(0).locator('path.band').getAttribute('d'), 'M0 90.8H166.7V82.4H0ZM833.3 32H1000V4H833.3Z');
    assert.equal(await charts.nth(1).locator('path.line').getAttribute('d'), 'M0 88H166.7M833.3 4H1000');
    await page.locator('.charts').focus();
    await page.keyboard.press('End');
    await eventually(async () => assert.match(await page.locator('.status').innerText(), /500 ms to 600 ms: page_rss 30\.0 MB \(30\.0 MB to 40\.0 MB\), cpu_clock 2\.00 processors/));
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.match(await page.locator('.status').innerText(), /cpu_clock not known/));
  });
});

test('rows over time that do not fit together are refused', () => {
  const report = tinyReport();
  report.runs[0].overTime = { begin: [0], end: [1e8, 2e8], series: [] };
  return withPage(report, (page) => eventually(async () => assert.match(await page.locator('body').innerText(), /overTime\.begin does not hold 2 values/)));
});
