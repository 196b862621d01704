/**
 * Takes pictures of the explorer in each state, at 390 and 1,280 px, light and dark, into `.cache/explorer`. Needs
 * Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScriptOptions } from '../command-line/script-options.ts';

const { rest: only } = readScriptOptions({
  command: 'node_modules/.bin/node scripts/docs/explorer-screenshots.ts',
  rest: 'state',
});
const folder = join(import.meta.dirname, '../../.cache/explorer');
await import('../../packages/tools/explorer/build-page.ts');
const { startBrowser } = await import('../../packages/tools/explorer/test/browser.ts');
const { HEIGHT, screenshotOf, screenshotStates } = await import(
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
await writeStates();
