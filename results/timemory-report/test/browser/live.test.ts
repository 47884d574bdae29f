import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReportData, Values } from '../../src/contract.ts';
import { fillTemplate } from '../../sample/page.ts';
import { eventually, labelsShown, tab, useBrowser } from './page.ts';

const { withAddress } = useBrowser();
const template = readFileSync('dist/report-template.html', 'utf8').replace("form-action 'none'", "form-action 'none'; connect-src 'self'");

interface Region {
  label: string;
  value: number;
  inside?: Region[];
}

/** What a process sends at one moment. */
function moment(number: number, roots: Region[], session = 'first'): ReportData {
  const strings: string[] = [];
  const parent: number[] = [];
  const sum: Values = [];
  const add = ({ label, value, inside = [] }: Region, above: number) => {
    const node = parent.push(above) - 1;
    strings.push(label);
    sum.push(value * 1e6);
    for (const region of inside) add(region, node);
  };
  for (const root of roots) add(root, -1);
  const self = sum.map((value, node) => value! - parent.reduce((inside, above, child) => inside + (above === node ? sum[child]! : 0), 0));
  const wallClock = {
    id: 'wall_clock', description: 'elapsed time', unit: 'msec', factor: 1e6, precision: 3, additive: true, timing: true,
    sum, self, mean: sum, min: sum, max: sum, stddev: null, cost: null, percentiles: null, histograms: null,
  };
  return {
    format: 'timemory-report', version: 1, title: 'server', metadata: [],
    live: { session, number, at: Date.UTC(2026, 0, 1) + number, formats: [{ id: 'compact', description: 'everything' }] },
    runs: [{
      name: 'server', strings, threads: ['primary'], components: strings.length > 0 ? [wallClock] : [],
      nodes: { label: strings.map((_, i) => i), parent, laps: sum.map(() => number), thread: sum.map(() => 0) }, timeline: null,
    }],
  };
}

/** A process that sends what `now` says, or nothing while that is a sentence. */
class Process {
  asked = 0;
  now: ReportData | string;
  private server!: Server;

  constructor(first: ReportData) {
    this.now = first;
  }

  async open(): Promise<string> {
    this.server = createServer((request, response) => {
      const { now } = this;
      if (typeof now === 'string') return response.writeHead(503).end(now);
      if (request.url === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(fillTemplate(template, now));
      this.asked++;
      const tag = `"${now.live!.session}-${now.live!.number}"`;
      if (request.headers['if-none-match'] === tag) return response.writeHead(304, { ETag: tag }).end();
      return response.writeHead(200, { 'Content-Type': 'application/json', ETag: tag }).end(JSON.stringify(now));
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function withProcess(first: ReportData, use: (page: Page, process: Process) => Promise<void>, complaints: RegExp | null = null) {
  const process = new Process(first);
  const address = await process.open();
  try {
    await withAddress(address, async (page) => {
      await page.getByLabel('every').selectOption('1');
      await use(page, process);
    }, complaints);
  } finally {
    process.close();
  }
}

/** A hundred routes, so that the table has to be scrolled, each with what it calls. */
const routes = (value: (i: number) => number, further: Region[] = []): Region[] => [
  ...further,
  ...Array.from({ length: 100 }, (_, i) => ({ label: `GET /${String(i).padStart(3, '0')}`, value: value(i), inside: [{ label: `SELECT ${i}`, value: value(i) / 2 }] })),
];

const top = (page: Page, label: string) => page.locator('.grid-row', { hasText: label }).first().evaluate((row) => row.getBoundingClientRect().top);

test('values become new while the reader scrolls, has opened, sorted, searched and selected regions, and nothing of that is lost', () =>
  withProcess(moment(1, routes((i) => i + 1)), async (page, process) => {
    await tab(page, 'Tree').click();
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('columnheader').filter({ hasText: 'total' }).getByRole('button').click();
    const table = page.getByRole('treegrid');
    await table.evaluate((element) => { element.scrollTop = 26 * 40; });
    await eventually(async () => assert.ok((await labelsShown(page)).includes('GET /075')));
    await page.locator('.grid-row', { hasText: 'GET /075' }).click();
    const details = page.getByRole('complementary', { name: 'Region details' });
    await eventually(async () => assert.match(await details.innerText(), /76\.0 ms/));
    const before = await top(page, 'GET /075');

    // Two that were not there before, one of them the first in the order of the table: every row has another place.
    process.now = moment(2, routes((i) => i + 1.5, [{ label: 'POST /new', value: 9999, inside: [{ label: 'INSERT', value: 7 }] }]));
    await eventually(async () => assert.match(await details.innerText(), /76\.5 ms/));
    assert.match(await details.innerText(), /^\W*GET \/075/m);
    await eventually(async () => assert.equal(await top(page, 'GET /075'), before));
    assert.equal(await page.locator('.grid-row.selected').innerText().then((text) => text.includes('GET /075')), true);
    assert.ok((await labelsShown(page)).includes('SELECT 75'), 'what was open is open');
    await eventually(async () => assert.equal(await page.getByRole('columnheader').filter({ hasText: 'total' }).getAttribute('aria-sort'), 'descending'));

    await page.getByRole('searchbox').fill('SELECT');
    await eventually(async () => assert.match(await page.locator('.note[role=status]').innerText(), /^100 matches/));
    await table.evaluate((element) => { element.scrollTop = 600; });
    process.now = moment(3, routes((i) => i + 2));
    await eventually(async () => assert.match(await details.innerText(), /77\.0 ms/));
    assert.equal(await page.getByRole('searchbox').inputValue(), 'SELECT');
    assert.equal(await table.evaluate((element) => element.scrollTop), 600, 'the first match is not gone to again');
  }));

test('a zoomed frame stays zoomed while others come', () => withProcess(moment(1, routes((i) => i + 1)), async (page, process) => {
  await tab(page, 'Icicle').click();
  const graph = page.getByRole('application');
  await graph.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const crumbs = page.getByRole('navigation', { name: 'Zoomed path' });
  await eventually(async () => assert.match(await crumbs.innerText(), /all\s+›\s+GET \/099\s+›\s+SELECT 99/));
  process.now = moment(2, [{ label: 'POST /new', value: 9999 }, ...routes((i) => 2 * i + 2)]);
  await eventually(async () => assert.match(await page.locator('.status').innerText(), /SELECT 99: 100 ms/));
  assert.match(await crumbs.innerText(), /all\s+›\s+GET \/099\s+›\s+SELECT 99/);
}));

test('a page that was opened before anything was measured fills', () => withProcess(moment(1, []), async (page, process) => {
  await tab(page, 'Tree').click();
  process.now = moment(2, [{ label: 'serve', value: 5, inside: [{ label: 'GET /', value: 4 }] }]);
  await eventually(async () => assert.deepEqual(await labelsShown(page), ['serve', 'GET /']));
  assert.ok(await page.getByRole('columnheader').filter({ hasText: 'total' }).count() > 0);
}));

test('regions of which there is nothing now stay where they are, without a value', () =>
  withProcess(moment(1, [{ label: 'first', value: 1 }, { label: 'second', value: 2 }]), async (page, process) => {
    await tab(page, 'Tree').click();
    await page.locator('.grid-row', { hasText: 'second' }).click();
    process.now = moment(2, [{ label: 'second', value: 3 }]);
    const details = page.getByRole('complementary', { name: 'Region details' });
    await eventually(async () => assert.match(await details.innerText(), /second[^]*3\.00 ms/));
    assert.deepEqual(await labelsShown(page), ['first', 'second']);
    await page.locator('.grid-row', { hasText: 'first' }).click();
    await eventually(async () => assert.match(await details.innerText(), /no value of this component/));
  }));

test('another session begins anew', () => withProcess(moment(1, [{ label: 'old', value: 1 }]), async (page, process) => {
  await tab(page, 'Tree').click();
  process.now = moment(1, [{ label: 'new', value: 1 }], 'second');
  await eventually(async () => assert.deepEqual(await labelsShown(page), ['new']));
}));

test('a process that has gone, or says why not, is told of, and looked for again', () =>
  withProcess(moment(1, [{ label: 'serve', value: 1 }]), async (page, process) => {
    await tab(page, 'Tree').click();
    process.now = 'nothing is measured in this process <img src=x> now';
    const alert = page.getByRole('alert');
    await eventually(async () => assert.equal(await alert.innerText(), 'nothing is measured in this process <img src=x> now'));
    process.now = moment(2, [{ label: 'serve', value: 2 }]);
    await eventually(async () => assert.equal(await alert.count(), 0));
    assert.deepEqual(await labelsShown(page), ['serve']);
  }, /503/));

test('a page that is paused asks nobody', () => withProcess(moment(1, [{ label: 'serve', value: 1 }]), async (page, process) => {
  await eventually(async () => assert.ok(process.asked > 0));
  await page.getByLabel('every').selectOption('0');
  const before = process.asked;
  await page.waitForTimeout(2500);
  assert.ok(process.asked - before <= 1, 'one question may have been on its way');
}));

test('what was measured in the last seconds, and since a moment, is the difference', () =>
  withProcess(moment(100, [{ label: 'old', value: 900 }, { label: 'busy', value: 100 }]), async (page, process) => {
    await tab(page, 'Tree').click();
    const show = page.getByLabel('show');
    await show.selectOption({ label: 'since now' });
    const cells = (label: string) => page.locator('.grid-row', { hasText: label }).first().innerText().then((text) => text.split(/\s+/).filter(Boolean));
    process.now = moment(105, [{ label: 'old', value: 900 }, { label: 'busy', value: 160 }, { label: 'new', value: 5 }]);
    // The laps of a moment are its number: 5 more of each, though nothing was added to the time of one.
    await eventually(async () => assert.deepEqual(await cells('busy'), ['busy', '5', '60.0', 'ms', '60.0', 'ms', '12.0', 'ms']));
    assert.deepEqual(await cells('new'), ['new', '105', '5.00', 'ms', '5.00', 'ms', '47.6', 'us']);
    assert.match(await page.getByRole('group', { name: 'Live' }).innerText(), /\d\d:\d\d:\d\d – \d\d:\d\d:\d\d/);
    await show.selectOption({ label: 'all so far' });
    await eventually(async () => assert.deepEqual((await cells('busy')).slice(0, 3), ['busy', '105', '160']));
    await show.selectOption({ label: 'last 10 s' });
    await eventually(async () => assert.deepEqual((await cells('busy')).slice(0, 3), ['busy', '5', '60.0']));
  }));

test('regions in which nothing happened have no value in a window', () =>
  withProcess(moment(100, [{ label: 'serve', value: 900, inside: [{ label: 'busy', value: 100 }] }]), async (page, process) => {
    await tab(page, 'Tree').click();
    await page.getByLabel('show').selectOption({ label: 'since now' });
    const later = moment(100, [{ label: 'serve', value: 960, inside: [{ label: 'busy', value: 100 }] }]);
    later.live = { ...later.live!, number: 101, at: later.live!.at + 5000 };
    process.now = later;
    const text = (label: string) => page.locator('.grid-row', { hasText: label }).first().innerText();
    await eventually(async () => assert.match(await text('serve'), /serve\s+0\s+60\.0 ms\s+60\.0 ms/));
    assert.match(await text('busy'), /busy\s*$/);
  }));
