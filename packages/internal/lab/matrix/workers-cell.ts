/** Cloudflare Workers: the example, bundled, in workerd. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareAnswers, exceptionsOf } from './check-answers.ts';
import { sendDirect } from './compare.ts';
import { sendTo } from './exchange.ts';
import { type FrameworkCell, freshServer } from './framework-cells.ts';
import { npmInstall } from './project.ts';
import { startChild } from './start-child.ts';
import { miniflareVersion } from './versions.ts';

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

/** @param folder The project of the frameworks, which has the packages and the examples. */
export async function runWorkersCell(folder: string): Promise<FrameworkCell> {
  const cell = { framework: 'workers', runtime: `workerd (miniflare ${miniflareVersion})` };
  const { ok, output } = await npmInstall(folder, `miniflare@${miniflareVersion}`, 'esbuild');
  if (!ok) return { ...cell, answers: { install: [output] }, hostile: {} };
  writeFileSync(join(folder, 'workers-entry.js'), entry);
  writeFileSync(join(folder, 'serve-workers.js'), serve);
  try {
    const { port, stop } = await startChild(
      { program: process.execPath, argv: [] },
      folder,
      'workers',
      'serve-workers.js',
    );
    try {
      const direct = sendDirect(await freshServer(folder));
      // Miniflare is a proxy in front of workerd: it would answer hostile requests itself.
      const answers = await compareAnswers(sendTo(port), direct, exceptionsOf('workers', 'workerd'));
      return { ...cell, answers, hostile: {} };
    } finally {
      stop();
    }
  } catch (error) {
    return { ...cell, answers: { start: [String(error)] }, hostile: {} };
  }
}
