/** Builds the site, serves it while you write, or checks it: `main.ts build`, `main.ts dev`, `main.ts check`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vitepress';
import { runLive } from '../../../../scripts/run-tool.ts';
import { root } from '../../../../scripts/workspace.ts';

const folder = join(root, 'packages/internal/site');
const [command = 'build'] = process.argv.slice(2);

async function buildInto(outDir: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  process.env['SITE_OUT'] = outDir;
  await build(folder);
}

if (command === 'build') {
  await buildInto(process.env['SITE_OUT'] ?? join(folder, 'dist'));
} else if (command === 'dev') {
  const server = await createServer(folder);
  await server.listen();
  server.printUrls();
} else if (command === 'check') {
  const [first, second] = [join(folder, 'dist'), join(root, '.cache/site-again')];
  for (const outDir of [first, second]) await buildInto(outDir);
  // The tests compare both.
  process.env['SITE_BUILT'] = first;
  process.env['SITE_BUILT_AGAIN'] = second;
  const { ok } = await runLive('vitest', ['run', 'packages/internal/site', '--typecheck.enabled=false']);
  if (!ok) process.exitCode = 1;
} else {
  throw new Error(`The command must be "build", "dev", or "check", but it is "${command}".`);
}
