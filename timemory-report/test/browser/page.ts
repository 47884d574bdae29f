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

  /** Opens the page with `data`, lets `use` do what a reader would, and checks that there was no error and no request. */
  return async function withPage(data: unknown, use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
    const file = join(folder, 'report.html');
    writeFileSync(file, typeof data === 'string' ? template.replace('__TIMEMORY_DATA__', () => data) : fillTemplate(template, data));
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => request.url() === pathToFileURL(file).href || request.url().startsWith('data:') || complaints.push(`asked for ${request.url()}`));
      await page.goto(pathToFileURL(file).href);
      await use(page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  };
}

export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** The labels in the rows of the table that are on the screen, from above. */
export async function labelsShown(page: Page): Promise<string[]> {
  const rows = await page.locator('.grid-row').evaluateAll((all) => all
    .map((row) => ({ at: row.getBoundingClientRect().top, label: row.querySelector('.label, bdi')?.textContent ?? '' }))
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
