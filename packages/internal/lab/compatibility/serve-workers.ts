/** Cloudflare Workers: the example, bundled, in workerd. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const entry = `import { worker } from './workers.js';
export default worker;
`;

const serve = `import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
const options = { bundle: true, format: 'esm', platform: 'neutral', external: ['node:*'], conditions: ['workerd'] };
const { outputFiles } = await build({ ...options, entryPoints: ['workers-entry.js'], mainFields: ['module', 'main'], write: false });
const worker = new Miniflare({
  modules: true,
  script: outputFiles[0].text,
  compatibilityDate: '2026-01-01',
  compatibilityFlags: ['nodejs_compat'],
  bindings: { API_PREFIX: '/api' },
});
console.log('port ' + (await worker.ready).port);
`;

/** Writes the program that bundles and starts the example. Returns its file. */
export function writeWorkers(folder: string): string {
  writeFileSync(join(folder, 'workers-entry.js'), entry);
  writeFileSync(join(folder, 'serve-workers.js'), serve);
  return 'serve-workers.js';
}
