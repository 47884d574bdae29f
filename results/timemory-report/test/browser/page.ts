import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { fillTemplate } from '../../sample/page.ts';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

const template = readFileSync('dist/report-template.html', 'utf8');

/** A browser for the tests of one file, and pages in it that must not complain and must not ask for anything. */
export function useBrowser() {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
    folder = mkdtempSync(join(tmpdir(), 'timemory-report-'));
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens what is at `address`, lets `use` do what a reader would, and checks that nothing but what `isKnown` was asked for, and no error but `expected` ones. */
  async function withAddress(address: string, isKnown: (url: string) => boolean, use: (page: Page) => Promise<void>, options: BrowserContextOptions, expected: RegExp | null) {
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && !expected?.test(message.text()) && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => isKnown(request.url()) || request.url().startsWith('data:') || complaints.push(`asked for ${request.url()}`));
      await page.goto(address);
      await use(page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  }

  /** Opens the page with `data`, lets `use` do what a reader would, and checks that there was no error and no request. */
  async function withPage(data: unknown, use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
    const file = join(folder, 'report.html');
    writeFileSync(file, typeof data === 'string' ? template.replace('__TIMEMORY_DATA__', () => data) : fillTemplate(template, data));
    const address = pathToFileURL(file).href;
    await withAddress(address, (url) => url === address, use, options, null);
  }

  return {
    withPage,
    /** The same with what a server has at `address`, and below it; errors on the console may be `expected`. */
    withAddress: (address: string, use: (page: Page) => Promise<void>, expected: RegExp | null) =>
      withAddress(address, (url) => url.startsWith(address), use, {}, expected),
  };
}

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

export const tabNames = (page: Page) => page.getByRole('tab').allInnerTexts();

/** The labels in the rows of the table that are on the screen, from above. */
export async function labelsShown(page: Page): Promise<string[]> {
  const rows = await page.locator('.grid-row').evaluateAll((all) => all
    .map((row) => ({ at: row.getBoundingClientRect().top, label: row.querySelector('.name > .label, .name > bdi')?.textContent ?? '' }))
    .sort((a, b) => a.at - b.at));
  return rows.map(({ label }) => label);
}

/** Asks again, as long as a busy machine may take, until the assertions in `check` hold: a page draws what it was told a frame or two later. */
export async function eventually(check: () => Promise<void>) {
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      return await check();
    } catch (failure) {
      if (Date.now() > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
