import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'linkage-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => vi.resetModules());
// The configuration reads the declarations of the packages for the compiler of the first page.
vi.setConfig({ testTimeout: 180_000 });

/** Ends a build of one page, as VitePress does. */
async function endBuild(html: string, warn?: (config: typeof import('../generator/config.ts').config) => void) {
  const { config } = await import('../generator/config.ts');
  warn?.(config);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  return config.buildEnd?.({ outDir: folder } as SiteConfig);
}

test('D1: a build without warnings and dead links ends well', async () => {
  await endBuild('<h1 id="a"><a href="#a"></a></h1>');
});

test.each(['warn', 'warnOnce'] as const)('D1: a warning ends the build (%s)', async (name) => {
  const write = vi.spyOn(console, 'warn').mockReturnValue();
  await expect(endBuild('', (config) => config.vite?.customLogger?.[name]('A bad chunk.'))).rejects.toThrow(
    'The build has warnings:\nA bad chunk.',
  );
  write.mockRestore();
});

test('D1: a dead link ends the build', async () => {
  await expect(endBuild('<a href="#none"></a>')).rejects.toThrow(
    'The site has 1 dead links:\nindex.html: #none has no such heading',
  );
});
