// Opens the page of a process at the address given, looks at a region of it, says "go on", and checks that nothing of what it looks at is lost
// when what the process measured meanwhile comes. Run in the folder of timemory-report, whose packages it uses.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.cwd(), 'package.json'))('playwright-core');
const address = process.argv[2];
const picture = process.env.TIMEMORY_PICTURES;

async function eventually(check) {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await check();
    } catch (failure) {
      if (Date.now() > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => request.url().startsWith(address) || request.url().startsWith('data:') || complaints.push(`asked for ${request.url()}`));
  await page.goto(address);
  await page.getByLabel('every').selectOption('1');
  await page.getByRole('tab', { name: 'Tree' }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  const table = page.getByRole('treegrid');
  await table.evaluate((element) => { element.scrollTop = 26 * 145; });
  await page.locator('.grid-row', { hasText: 'SELECT 75' }).click();
  const row = page.locator('.grid-row.selected');
  await eventually(async () => assert.match(await row.innerText(), /SELECT 75\s+1\s/));
  const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  assert.equal(await page.evaluate(() => window.hostile), undefined);

  console.log('go on');
  await eventually(async () => assert.match(await row.innerText(), /SELECT 75\s+5\s/));
  assert.equal(await top(), before);
  assert.match(await page.getByRole('complementary', { name: 'Region details' }).innerText(), /SELECT 75/);
  if (picture) await page.screenshot({ path: join(picture, 'live-tree.png') });
  await page.getByRole('searchbox').fill('INSERT');
  await eventually(async () => assert.match(await page.locator('.note[role=status]').innerText(), /^1 match\b/));
  await page.getByRole('tab', { name: 'Summary' }).click();
  if (picture) await page.screenshot({ path: join(picture, 'live-summary.png') });
  await page.getByText('Download', { exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'compact', exact: true }).click()]);
  assert.match(download.suggestedFilename(), /\.timemory\.json$/);
  if (picture) await page.screenshot({ path: join(picture, 'live-download.png') });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Slowest laps' }).click();
  await eventually(async () => assert.match(await page.locator('body').innerText(), /slowest laps[^]*GET \/\d+\n?\t1\t/));
  assert.equal(page.url(), `${address}slow`);
  if (picture) await page.screenshot({ path: join(picture, 'slow.png') });
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
}
