import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const PLACEHOLDER = '__TIMEMORY_DATA__';

async function bundle(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target: 'es2022',
    format: 'iife',
    charset: 'ascii',
    legalComments: 'none',
  });
  return { text: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs) };
}

/** The licences of the packages that ended up in the page ask for their notices to travel along. */
function notices(inputs) {
  const packages = [...new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean))].sort();
  const byText = new Map();
  for (const name of packages) {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    if (!['MIT', 'ISC'].includes(license)) throw new Error(`${name} has the licence ${license}, which is not on the list`);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(`${folder}/${file}`, 'utf8').trim() : `Licence: ${license}`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  return [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n----\n\n');
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = await bundle('src/main.tsx');
const style = await bundle('src/style.css');
const page = readFileSync('src/page.html', 'utf8');
const parts = { SCRIPT: script.text, STYLE: style.text, SCRIPT_HASH: hash(script.text), STYLE_HASH: hash(style.text), NOTICES: notices(script.inputs) };
const html = page.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);

if (html.split(PLACEHOLDER).length !== 2) throw new Error(`${PLACEHOLDER} must stand exactly once in the page`);
if (/<\/script/i.test(script.text) || /<!--/.test(script.text)) throw new Error('the bundle would end its own script element');
if (!existsSync('dist')) mkdirSync('dist');
writeFileSync('dist/report-template.html', html);
console.log(`dist/report-template.html: ${(html.length / 1000).toFixed(1)} kB`);
