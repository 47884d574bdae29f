import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { comparisonReport, hostileReport, largeReport, ranksReport, rooflineReport, smallReport } from './generator.ts';
import { fillTemplate } from './page.ts';

const template = readFileSync('dist/report-template.html', 'utf8');
mkdirSync('build/samples', { recursive: true });
for (const [name, report] of Object.entries({ small: smallReport(), large: largeReport(), ranks: ranksReport(), roofline: rooflineReport(), comparison: comparisonReport(), hostile: hostileReport() })) {
  const path = `build/samples/${name}.html`;
  writeFileSync(path, fillTemplate(template, report));
  console.log(path);
}
