import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { comparisonReport, hostileReport, ranksReport, rooflineReport, smallReport } from '../../sample/generator.ts';
import { tab, tabNames, useBrowser } from './page.ts';

const { withPage } = useBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The axe rules that depend on colours; the others give the same findings in both colour schemes. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Violations that axe finds on the current page, by all its rules or by those in `only`. */
async function findings(page: Page, only: string[] | null): Promise<string[]> {
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } };
    return (await axe.run(rules ? { runOnly: rules } : {})).violations;
  }, only);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`).join('\n')}`);
}

const reports = { small: smallReport(), comparison: comparisonReport(), ranks: ranksReport(), roofline: rooflineReport(), hostile: hostileReport() };
for (const [name, report] of Object.entries(reports)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no view keeps out who cannot see or point (${name}, ${colorScheme})`, () => withPage(report, async (page) => {
      await page.evaluate(axe);
      const rules = colorScheme === 'dark' && process.env.THOROUGH !== 'true' ? ABOUT_COLOURS : null;
      for (const view of await tabNames(page)) {
        await tab(page, view).click();
        await page.waitForTimeout(50);
        assert.deepEqual(await findings(page, rules), [], view);
      }
      await tab(page, 'Tree').click();
      await page.locator('.grid-row').first().click();
      assert.deepEqual(await findings(page, rules), [], 'details');
    }, { colorScheme }));
  }
}

test('on paper there is what the view shows, and nothing to press', () => withPage(smallReport(), async (page) => {
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('searchbox').isVisible(), false);
  assert.equal(await page.getByRole('tab').first().isVisible(), false);
  assert.equal(await page.getByText('Hottest regions').isVisible(), true);
  assert.ok((await page.pdf()).length > 10_000);
}));
