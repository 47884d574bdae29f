import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode } from './bundle-node.mjs';

const folder = process.argv[2];
const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const bundles = await Promise.all(tests.map((name) => bundleForNode(join(folder, name))));
// One file after the other: on a small machine two browsers at once would disturb each other's timing.
const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-concurrency=1', ...bundles], { stdio: 'inherit' });
process.exit(status ?? 1);
