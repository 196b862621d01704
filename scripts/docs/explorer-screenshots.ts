/**
 * Takes pictures of the explorer in each state, at 390 and 1,280 px, light and dark, into `.cache/explorer`. With
 * `--guide`, writes the picture of the guide. Needs Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
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
await import('../../packages/explorer/build-page.ts');
const { startBrowser } = await import('../../packages/explorer/test/browser.ts');
const { HEIGHT, screenshotOf, screenshotStates } = await import('../../packages/explorer/test/screenshot-states.ts');
const { serveExplorer } = await import('../../packages/explorer/test/served-explorer.ts');

const unknown = only.find((it) => !screenshotStates.some(({ name }) => name === it));
if (unknown !== undefined) throw new TypeError(`The explorer does not have the state ${JSON.stringify(unknown)}.`);
mkdirSync(folder, { recursive: true });
const served = await serveExplorer({ description: '/description.json', about: 'A small blog, served by Linkage.' });
const port = new URL(served.origin).port;
// The pictures do not show the port, which differs each time.
const browser = await startBrowser([`--host-resolver-rules=MAP blog.example 127.0.0.1:${port}`]);
const url = 'http://blog.example/explorer';
try {
  if (guide) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const hash = '#GET /articles?include=author&page[size]=4';
    const state = { name: 'guide', hash, steps: () => page.getByRole('tab', { name: 'Table' }).click() };
    writeFileSync(join(root, 'docs/explorer.png'), await screenshotOf(page, url, state));
  } else {
    for (const state of screenshotStates) {
      if (only.length > 0 && !only.includes(state.name)) continue;
      for (const width of [390, 1280]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({
            viewport: { width, height: HEIGHT },
            colorScheme,
            hasTouch: width < 500,
          });
          const name = `${state.name}-${width}-${colorScheme}.png`;
          writeFileSync(join(folder, name), await screenshotOf(page, url, state));
          await page.close();
          console.log(name);
        }
      }
    }
  }
} finally {
  await browser.close();
  await served.close();
}
