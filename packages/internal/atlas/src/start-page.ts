import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplorerHandler } from '@linkage/explorer';
import { examples } from './examples.ts';

/** The explorer needs its built page, which a fresh clone does not have. */
async function loadExplorer(): Promise<typeof import('@linkage/explorer')> {
  const folder = join(import.meta.dirname, '../../../tools/explorer');
  if (!existsSync(join(folder, 'dist/page.js'))) await import(join(folder, 'build-page.ts'));
  return import('@linkage/explorer');
}

const { toExplorerHandler } = await loadExplorer();

/** The explorer at the root of the demo. Requests that accept JSON:API are for the API. */
export const startPage: ExplorerHandler = toExplorerHandler('/', {
  api: '/',
  description: '/description.json',
  title: 'Atlas',
  about:
    'A JSON:API 1.1 over 250 countries and 135,233 cities, served by Linkage. Countries: world-countries, ODbL 1.0. Cities: GeoNames, CC BY 4.0.',
  examples: examples.map(({ title, path, body }) => ({
    title,
    target: path,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(JSON.parse(body), null, 2) }),
  })),
});
