/**
 * Bundles single functions of the built core as a user's bundler would, prints their size, and fails when one brings along
 * what it has no use for.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './workspace.ts';

/** Traces of parts of the library in bundled text. */
const traces = {
  'the validator': 'Every included resource is reached',
  'the query reader': 'RELATIONSHIP_PATHS_TOO_MANY',
  zod: '~standard',
  negotiation: 'Content-Type cannot be taken',
} as const;

type Part = keyof typeof traces;

const wanted: readonly (readonly [names: string, without: readonly Part[]])[] = [
  ['serialize', ['the validator', 'zod', 'negotiation']],
  ['validateDocument', ['negotiation']],
  ['isMemberName', ['the validator', 'the query reader', 'zod', 'negotiation']],
];

const id = '\0entry';

async function bundle(names: string): Promise<string> {
  const core = JSON.stringify(join(root, 'packages/core/dist/index.js'));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === id ? id : undefined),
        load: (source) => (source === id ? `export { ${names} } from ${core};` : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      rollupOptions: { input: id, preserveEntrySignatures: 'strict' },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The bundler gave nothing.');
  return output.output.map((it) => (it.type === 'chunk' ? it.code : '')).join('\n');
}

for (const [names, without] of wanted) {
  const text = await bundle(names);
  const kilobytes = (gzipSync(text).byteLength / 1024).toFixed(1);
  console.log(`${names.padEnd(18)} ${kilobytes.padStart(5)} kB gzipped`);
  for (const part of without) {
    if (!text.includes(traces[part])) continue;
    console.error(`The bundle of ${names} holds ${part}.`);
    process.exitCode = 1;
  }
}
