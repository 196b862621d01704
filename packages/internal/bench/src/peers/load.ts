import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the libraries to compare with are installed. */
export const peersFolder: string = join(dirname(dirname(import.meta.dirname)), '.peers');

const loader = join(peersFolder, 'load.mjs');

/** `require` and `import` of the installed libraries. None is typed: not all have types, and adapters are few lines. */
export const requirePeer: NodeJS.Require = createRequire(loader);

export async function importPeer(name: string) {
  const { load } = await import(pathToFileURL(loader).href);
  return load(name);
}
