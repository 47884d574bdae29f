import { build } from 'esbuild';
import { basename, join } from 'node:path';

/** Bundles a TypeScript file for Node, packages left outside, and returns the path of the result. */
export async function bundleForNode(entry) {
  const outfile = join('build/node', basename(entry).replace(/\.ts$/, '.mjs'));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', sourcemap: 'inline' });
  return outfile;
}
