/**
 * Bundles parts of the built packages as a user's bundler would and prints their size, minified and gzipped. Fails if a
 * bundle is larger than its limit, or contains a part of the library that it does not use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './workspace.ts';

/** Traces of parts of the library in bundled text. */
const traces = {
  'the validator': 'must be linked from the primary data, but',
  'the statements of rules': 'ERR-08',
  'the query reader': 'RELATIONSHIP_PATHS_TOO_MANY',
  'the errors of request documents': 'CLIENT_ID_FORBIDDEN',
  zod: '~standard',
  negotiation: 'ACCEPT_UNSATISFIABLE',
} as const;

type Part = keyof typeof traces;

interface Bundle {
  readonly title: string;
  /** The named exports that the bundle has, by the package that they come from. */
  readonly exports: Readonly<Record<string, string>>;
  /** The largest size that passes, in KiB. */
  readonly limit: number;
  /** The size to reach, in KiB, if the limit is above it. */
  readonly target?: number;
  readonly without: readonly Part[];
}

const rules = ['the validator', 'the statements of rules'] as const;

const bundles: readonly Bundle[] = [
  {
    title: 'JSON_API_MEDIA_TYPE',
    exports: { core: 'JSON_API_MEDIA_TYPE' },
    limit: 0.5,
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'isMemberName',
    exports: { core: 'isMemberName' },
    limit: 0.5,
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'negotiate',
    exports: { core: 'negotiate' },
    // With the check that definitions have a URI, and reads of own members only.
    limit: 4.2,
    target: 4,
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod'],
  },
  {
    title: 'validateDocument',
    exports: { core: 'validateDocument' },
    limit: 14,
    without: ['the statements of rules', 'the query reader', 'negotiation'],
  },
  {
    title: 'serialize',
    exports: { core: 'serialize' },
    // Relationships that documents contain only on request take 0.1 KiB.
    limit: 14.1,
    target: 14,
    without: [...rules, 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'parseQuery',
    exports: { core: 'parseQuery' },
    // The language of filters, with its groups and operators, takes 2.5 KiB. The cost of conditions takes 0.1.
    limit: 9.5,
    target: 9,
    without: [...rules, 'the errors of request documents', 'negotiation'],
  },
  {
    title: 'createClient',
    exports: { client: 'createClient' },
    // The reader of options with its suggestions takes 0.7 KiB, linked resources 0.6, the writer of filters 0.5, errors
    // 0.3, pages 0.3, and jobs 0.15. The checks of conditions, fieldsets, sort fields, and the options of answers take
    // 0.15: wrong calls are errors that name the member, and properties of `Object.prototype` change nothing. Redirects that
    // keep header fields on the origin, delays, and the limit of pages take 0.4, documents of `application/json` 0.25.
    limit: 7.6,
    target: 6,
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'createServer with toFetchHandler',
    exports: { server: 'createServer', fetch: 'toFetchHandler' },
    // Every error text names the expected and the found value. Groups, paths, and all operators of filters also hold in
    // access rules, over sources that do not know them. The chunk of `describe` shares modules with this one, which then
    // has exports: 2 KiB. Streams of collections take 3 KiB, the checks of responses of endpoints 1 KiB, and
    // the queue of requests 1 KiB, and reading only own members half a KiB. Rules that are asked for everything that a write
    // changes, locks, the end of transactions, versions of endpoints, the places of extensions, kept responses, reports of failures, and the
    // limits of linkage take 7.5 KiB.
    limit: 103,
    target: 45,
    without: rules,
  },
];

const entryId = '\0entry';

/** The built entry point of a package. */
function built(name: string): string {
  return join(root, 'packages', name, 'dist/index.js');
}

interface Alias {
  readonly find: RegExp;
  readonly replacement: string;
}

/** Every entry point of a package, as the built file that is published for it. */
function publishedEntries(name: string): readonly Alias[] {
  const folder = join(root, 'packages', name);
  const { publishConfig } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries: Readonly<Record<string, { readonly default: string }>> = publishConfig.exports;
  return Object.entries(entries).map(([entry, file]) => ({
    find: new RegExp(`^@linkage/${name}${entry.slice(1)}$`),
    replacement: join(folder, file.default),
  }));
}

async function bundle({ exports }: Bundle): Promise<string> {
  const entry = Object.entries(exports).map(
    ([name, names]) => `export { ${names} } from ${JSON.stringify(built(name))};`,
  );
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root,
    // The packages must import what is published, not each other's sources.
    resolve: { alias: ['core', 'server'].flatMap(publishedEntries) },
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === entryId ? entryId : undefined),
        load: (source) => (source === entryId ? entry.join('\n') : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: entryId, preserveEntrySignatures: 'strict' },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The bundler gave nothing.');
  const chunks = new Map(output.output.flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it] as const] : [])));
  // Without the chunks that only `import()` loads: `server.describe` is one.
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of loaded) for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported);
  return [...loaded].map((name) => chunks.get(name)?.code ?? '').join('\n');
}

function fail(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}

for (const it of bundles) {
  const { title, limit, target, without } = it;
  const text = await bundle(it);
  const size = gzipSync(text).byteLength / 1024;
  const goal = target === undefined ? '' : `, to reach ${target}`;
  console.log(`${title.padEnd(32)} ${size.toFixed(2).padStart(6)} KiB gzipped (at most ${limit}${goal})`);
  if (size > limit) fail(`The bundle of ${title} has ${size.toFixed(2)} KiB, but it must have at most ${limit} KiB.`);
  for (const part of without) if (text.includes(traces[part])) fail(`The bundle of ${title} contains ${part}.`);
}
