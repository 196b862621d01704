/** The files of the playground in the built site. `npm run docs:check` builds the site, and runs these tests. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { base } from '../generator/page-paths.ts';

const site = process.env['SITE_BUILT'] ?? '';
const read = (file: string) => readFileSync(join(site, file), 'utf8');
const gzipped = (file = '') => gzipSync(readFileSync(join(site, file))).length;

describe.skipIf(site === '')('the built playground (skipped: run npm run docs:check)', () => {
  test('has a text for readers without scripts, and an entry in the navigation', () => {
    expect(read('playground/index.html')).toContain('The playground needs JavaScript');
    expect(read('index.html')).toContain(`href="${base}playground/"`);
  });

  test('does not load with other pages', () => {
    for (const page of ['index.html', 'validate/index.html', 'playground/index.html'])
      expect(read(page)).not.toMatch(/playground-worker|declared-worker/);
  });

  test.each([
    // TypeScript without its types (50 kB), zod with English messages, and a whole server. It loads when a reader comes to a playground.
    ['assets/playground-worker-*.js', 320_000],
    ['assets/declared-worker-*.js', 185_000],
  ])('%s has at most %i bytes with gzip', (pattern, limit) => {
    const files = globSync(pattern, { cwd: site });
    expect(files).toHaveLength(1);
    expect(gzipped(files.at(0))).toBeLessThan(limit);
  });

  test('B7: the project of the first page starts with what its archive contains, and zod', async () => {
    const href = new RegExp(`href="${base}(assets/linkage-api-[^"]+\\.zip)"`).exec(read('index.html'))?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'linkage-download-'));
    try {
      for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(site, href))))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      const project = join(folder, 'linkage-api');
      const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      // As npm installs dependencies that are folders.
      mkdirSync(join(project, 'node_modules/@linkage'), { recursive: true });
      for (const [name, range] of Object.entries<string>(dependencies))
        if (range.startsWith('file:'))
          symlinkSync(join(project, range.slice('file:'.length)), join(project, 'node_modules', name));
      symlinkSync(join(root, 'node_modules/zod'), join(project, 'node_modules/zod'));
      // The packages of the archive are outside of this workspace, so nothing else can answer.
      const code = `import { api } from './api.mts'; import { createMemorySources, createServer } from '@linkage/server';
        import { toNodeHandler } from '@linkage/node'; import records from './records.json' with { type: 'json' };
        const server = createServer(api, createMemorySources(api, records));
        const { status, body } = await server.handle({ method: 'GET', url: '/articles/1?include=author', headers: {} });
        console.log(typeof toNodeHandler, status, body);`;
      writeFileSync(join(project, 'ask.mts'), code);
      const output = execFileSync(process.execPath, ['ask.mts'], { cwd: project, encoding: 'utf8' });
      expect(output).toMatch(/^function 200 .*"included"/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
