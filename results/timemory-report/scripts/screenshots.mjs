// node scripts/screenshots.mjs FOLDER report.html ...: pictures of all views of the results in these pages, drawn by the page as it is built
// now: on a screen, and of the summary also on a tablet, a telephone and paper. To be looked at as a first-time user would.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const SCREEN = { width: 1280, height: 800 };
const SMALL = { tablet: { width: 794, height: 1123 }, telephone: { width: 390, height: 844 } };
const PAUSE = 300;

const [folder, ...files] = process.argv.slice(2);
if (!folder || files.length === 0) throw new Error('node scripts/screenshots.mjs FOLDER report.html ...');
const template = readFileSync('dist/report-template.html', 'utf8');
mkdirSync(folder, { recursive: true });

/** `crawl` for `runs/crawl/timemory-output/report.html`. */
const nameOf = (file) => {
  const parts = dirname(resolve(file)).split('/').filter((part) => !/^(timemory-output|run-.*|latest)$/.test(part));
  return basename(file) === 'report.html' ? parts.at(-1) : basename(file, '.html');
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
for (const file of files) {
  const name = nameOf(file);
  const [, data] = /<script type="application\/json" id="timemory-data">([^]*?)<\/script>/.exec(readFileSync(file, 'utf8'));
  const path = resolve(folder, `${name}.html`);
  writeFileSync(path, template.replace('__TIMEMORY_DATA__', () => data));
  const page = await browser.newPage({ viewport: SCREEN });
  page.on('pageerror', (error) => { throw error; });
  const shoot = async (what, options = {}) => {
    await page.waitForTimeout(PAUSE);
    await page.screenshot({ path: join(folder, `${name}-${what}.png`), ...options });
    console.log(join(folder, `${name}-${what}.png`));
  };
  await page.goto(pathToFileURL(path).href);
  for (const tab of await page.getByRole('tab').allInnerTexts()) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await shoot(tab.toLowerCase().replace(' ', '-'));
  }
  await page.getByRole('tab', { name: 'Summary' }).click();
  for (const [device, size] of Object.entries(SMALL)) {
    await page.setViewportSize(size);
    await shoot(`summary-${device}`);
  }
  await page.setViewportSize(SMALL.tablet);
  await page.emulateMedia({ media: 'print' });
  await shoot('summary-paper', { fullPage: true });
  await page.close();
}
await browser.close();
