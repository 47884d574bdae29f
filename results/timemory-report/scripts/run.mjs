import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleForNode } from './bundle-node.mjs';

await import(pathToFileURL(resolve(await bundleForNode(process.argv[2]))));
