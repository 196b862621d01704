/**
 * Builds the page of the explorer into `dist/page.js`: one module with the strings of the script, the style, and the worker.
 * A host needs no file system to serve them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;

/** Returns the built text of an entry of `page/`. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page', entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
    define: { STATUS_TEXTS: JSON.stringify(STATUS_CODES) },
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns a name that changes with the text, so that browsers can keep the file forever. */
function hashedName(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
  return name.replace('.', `-${hash}.`);
}

const built = {
  worker: ['worker.js', await bundle('worker.ts')],
  style: ['app.css', await bundle('style.css')],
  script: ['app.js', await bundle('main.tsx')],
} as const;
const named = Object.entries(built).map(([part, [name, text]]) => ({ part, name: hashedName(name, text), text }));
const page = {
  files: Object.fromEntries(named.map(({ name, text }) => [name, text])),
  ...Object.fromEntries(named.map(({ part, name }) => [part, name])),
};
mkdirSync(join(folder, 'dist'), { recursive: true });
writeFileSync(join(folder, 'dist/page.js'), `export const page = ${JSON.stringify(page)};\n`);
