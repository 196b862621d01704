/** The files of the playground in the built site. `npm run docs:check` builds the site, and runs these tests. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
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
    // TypeScript without its types (50 kB), and zod with English messages.
    ['assets/playground-worker-*.js', 305_000],
    ['assets/declared-worker-*.js', 185_000],
  ])('%s has at most %i bytes with gzip', (pattern, limit) => {
    const files = globSync(pattern, { cwd: site });
    expect(files).toHaveLength(1);
    expect(gzipped(files.at(0))).toBeLessThan(limit);
  });
});
