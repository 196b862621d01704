/**
 * Takes pictures of the explorer in each state, at 390 and 1,280 px, light and dark, into `.cache/explorer`. With
 * `--guide`, writes the picture of the guide, which shows the demo. Needs Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { flag } from '../command-line/option-values.ts';
import { readScriptOptions } from '../command-line/script-options.ts';

const { guide, rest: only } = readScriptOptions({
  command: 'node_modules/.bin/node scripts/docs/explorer-screenshots.ts',
  options: { guide: flag },
  rest: 'state',
});
const root = join(import.meta.dirname, '../..');
const folder = join(root, '.cache/explorer');
await import('../../packages/tools/explorer/build-page.ts');
const { startBrowser } = await import('../../packages/tools/explorer/test/browser.ts');
const { guideState, HEIGHT, screenshotOf, screenshotStates } = await import(
  '../../packages/tools/explorer/test/screenshot-states.ts'
);

/** A server whose pictures do not show its port, which differs each time. */
interface Served {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

async function withBrowser(served: Served, run: (browser: Awaited<ReturnType<typeof startBrowser>>) => Promise<void>) {
  const browser = await startBrowser([`--host-resolver-rules=MAP *.example ${new URL(served.origin).host}`]);
  try {
    await run(browser);
  } finally {
    await browser.close();
    await served.close();
  }
}

/** Serves the demo with its data. */
async function serveDemo(): Promise<Served> {
  const { createAtlas } = await import('../../packages/internal/atlas/src/create-atlas.ts');
  const { createHost } = await import('../../packages/internal/atlas/src/create-host.ts');
  const { openSqlite } = await import('../../packages/internal/atlas/src/open-storage.ts');
  const { createProgress } = await import('../../packages/internal/atlas/src/progress.ts');
  const atlas = createAtlas(await openSqlite(join(folder, 'atlas.db'), createProgress(process.stdout)));
  const host = createHost(atlas.fetch);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    host.close();
    await atlas.close();
  };
  return { origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, close };
}

async function writeGuidePicture(): Promise<void> {
  await withBrowser(await serveDemo(), async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    writeFileSync(join(root, 'docs/explorer.png'), await screenshotOf(page, 'http://atlas.example/', guideState));
  });
}

async function writeStates(): Promise<void> {
  const { serveExplorer } = await import('../../packages/tools/explorer/test/served-explorer.ts');
  const served = await serveExplorer({ description: '/description.json', about: 'A small blog, served by Linkage.' });
  await withBrowser(served, async (browser) => {
    for (const state of screenshotStates) {
      if (only.length > 0 && !only.includes(state.name)) continue;
      for (const width of [390, 1280]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const viewport = { width, height: HEIGHT };
          const page = await browser.newPage({ viewport, colorScheme, hasTouch: width < 500 });
          const name = `${state.name}-${width}-${colorScheme}.png`;
          writeFileSync(join(folder, name), await screenshotOf(page, 'http://blog.example/explorer', state));
          await page.close();
          console.log(name);
        }
      }
    }
  });
}

const unknown = only.find((it) => !screenshotStates.some(({ name }) => name === it));
if (unknown !== undefined) throw new TypeError(`The explorer does not have the state ${JSON.stringify(unknown)}.`);
mkdirSync(folder, { recursive: true });
await (guide ? writeGuidePicture() : writeStates());
