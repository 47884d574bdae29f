import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { HOSTILE_LABELS, hostileReport, largeReport } from '../../sample/generator.ts';
import { PACKED } from '../../src/model/packed.ts';
import { eventually, tab, tabNames, useBrowser } from './page.ts';

const { withPage } = useBrowser();

test('labels are text, whatever they hold, in every view', () => withPage(hostileReport(), async (page) => {
  for (const view of await tabNames(page)) {
    await tab(page, view).click();
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => (window as { hostile?: boolean }).hostile), undefined, view);
    assert.equal(await page.locator('main img, main h1').count(), 0, view);
  }
  await tab(page, 'Tree').click();
  await eventually(async () => {
    const text = await page.locator('main').innerText();
    assert.ok(text.includes('<script>window.hostile = true</script>'), text);
    assert.ok(!text.includes('\u202E') && text.includes('\\u202e'), 'what turns the direction of text is shown as an escape');
  });
}));

test('a label of ten thousand characters is short in the table and whole in the details', () => withPage(hostileReport(), async (page) => {
  const long = HOSTILE_LABELS.at(-1)!;
  await tab(page, 'Tree').click();
  await page.getByRole('searchbox').fill('middle');
  const row = page.locator('.grid-row').last();
  assert.ok((await row.innerText()).length < 500);
  await row.click();
  await eventually(async () => assert.ok((await page.getByRole('complementary', { name: 'Region details' }).innerText()).includes(long)));
}));

test('a page without data, or with broken data, says so', async () => {
  for (const data of ['', '{"format":"timemory-report","version":1', '{"format":"something else"}', '[]', '{"format":"timemory-report","version":99}']) {
    await withPage(data, async (page) => {
      assert.match(await page.getByRole('alert').innerText(), /This report cannot be shown\s+\S+/);
    });
  }
});

test('a hundred thousand regions are read in, sorted and searched', () => withPage(largeReport(), async (page) => {
  await page.waitForFunction(() => performance.getEntriesByName('timemory-first-paint').length > 0);
  const painted = await page.evaluate(() => performance.getEntriesByName('timemory-first-paint')[0].startTime);
  console.log(`first paint of 100,000 regions after ${Math.round(painted)} ms`);
  await tab(page, 'Tree').click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  assert.ok(await page.locator('.grid-row').count() < 200, 'only the rows on the screen exist');
  await page.getByRole('columnheader').filter({ hasText: 'self' }).first().getByRole('button').click();
  await page.getByRole('searchbox').fill('/solveMatrix$/');
  await page.waitForFunction(() => /[1-9][\d,]* matches/.test(document.querySelector('.note[role=status]')?.textContent ?? ''));
  await tab(page, 'Icicle').click();
  await page.waitForFunction(() => performance.getEntriesByName('timemory-icicle-painted').length > 0);
}));

test('large results are read from bytes', () => {
  const container = Buffer.from(readFileSync('test/packed/packed.txt', 'utf8'), 'base64');
  return withPage(PACKED + deflateSync(container).toString('base64'), async (page) => {
    await tab(page, 'Tree').click();
    await eventually(async () => assert.match(await page.locator('.grid').innerText(), /a\/b:1/));
  });
});

test('large results that are cut off are refused', () => withPage(`${PACKED}eJwDAA`, (page) =>
  eventually(async () => assert.match(await page.getByRole('alert').innerText(), /The packed report data is not complete/))));
