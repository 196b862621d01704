/** The house is under test: who may import whom, what is exported, how long files are. */
import { describe, expect, test } from 'vitest';
import { exportsOf, readManifests, readSourceFiles, targetOf } from './source-files.ts';

const files = readSourceFiles();
const manifests = readManifests();
const coreFiles = files.filter((it) => it.packageName === 'core' && it.path !== 'core/src/index.ts');

const uptoMediaType = ['internal', 'spec', 'member', 'document', 'error', 'media-type'];
const uptoSchema = [...uptoMediaType, 'schema'];
/** What each folder of core may import besides itself. */
const layers: Readonly<Record<string, readonly string[]>> = {
  internal: [],
  spec: uptoMediaType.slice(0, 1),
  member: uptoMediaType.slice(0, 2),
  document: uptoMediaType.slice(0, 3),
  error: uptoMediaType.slice(0, 4),
  'media-type': uptoMediaType.slice(0, 5),
  schema: uptoMediaType,
  query: uptoSchema,
  url: uptoSchema,
  compound: [...uptoSchema, 'query', 'url'],
  serialize: [...uptoSchema, 'query', 'url', 'compound'],
  link: [...uptoSchema, 'query', 'url', 'compound'],
  parse: uptoSchema,
  validate: uptoSchema,
  profiles: [...uptoSchema, 'validate'],
  extensions: [...uptoSchema, 'validate'],
};

/** Which packages of ours a package may import; `type` allows `import type` only. */
const neighbours: Readonly<Record<string, Readonly<Record<string, 'value' | 'type'>>>> = {
  core: {},
  server: { core: 'value' },
  fetch: { core: 'value', server: 'value' },
  fastify: { core: 'value', server: 'value' },
  koa: { core: 'value', server: 'value' },
  kysely: { core: 'value', server: 'type' },
  conformance: { core: 'value' },
};

/** The one file of core that may import a dependency. */
const rooms: Readonly<Record<string, string>> = {};

/** Files above 200 lines, each with the reason why it is not two files. */
const longForAReason: Readonly<Record<string, string>> = {
  'server/src/data-source.ts':
    'the port in one piece: half of it are comments that those who write a source read in order',
};

describe('layers of core', () => {
  test('every file stands in a known layer', () => {
    expect(coreFiles.length).toBeGreaterThan(20);
    expect(coreFiles.map((it) => it.path).filter((path) => !Object.hasOwn(layers, layerOf(path)))).toEqual([]);
  });

  test('left does not import right, validate and compound never meet', () => {
    const steps = coreFiles.flatMap((file) =>
      file.imports
        .filter((it) => it.specifier.startsWith('.'))
        .map((it) => ({ from: layerOf(file.path), to: layerOf(targetOf(file, it.specifier)), file, it })),
    );
    expect(steps.length).toBeGreaterThan(20);
    const wrong = steps.filter(({ from, to }) => from !== to && !layers[from]?.includes(to));
    expect(wrong.map(({ file, it }) => `${file.path} imports ${it.specifier}`)).toEqual([]);
  });

  test('each dependency stands in its one room', () => {
    expect(Object.keys(manifests.get('core')?.dependencies ?? {}).sort()).toEqual(Object.keys(rooms).sort());
    const used = coreFiles.flatMap((file) =>
      file.imports.filter((it) => !it.specifier.startsWith('.')).map((it) => `${it.specifier} in ${file.path}`),
    );
    expect(used.sort()).toEqual(
      Object.entries(rooms)
        .map(([dependency, file]) => `${dependency} in ${file}`)
        .sort(),
    );
  });
});

describe('packages', () => {
  test('import only the packages they may', () => {
    const ours = files.flatMap((file) =>
      file.imports.filter((it) => it.specifier.startsWith('@linkage/')).map((it) => ({ file, it })),
    );
    expect(ours.length).toBeGreaterThan(0);
    const wrong = ours.filter(({ file, it }) => {
      const allowed = neighbours[file.packageName];
      if (allowed === undefined) return manifests.get(file.packageName)?.private !== true;
      const kind = allowed[it.specifier.split('/')[1] ?? ''];
      return kind === undefined || (kind === 'type' && !it.isTypeOnly);
    });
    expect(wrong.map(({ file, it }) => `${file.path} imports ${it.specifier}`)).toEqual([]);
  });

  test('enter each other by their declared entry points only', () => {
    const entries = [...manifests.values()].flatMap((it) =>
      Object.keys(it.exports ?? {}).map((entry) => it.name + entry.slice(1)),
    );
    expect(entries).toContain('@linkage/core');
    const imports = files.flatMap((file) => file.imports.map((it) => ({ file, specifier: it.specifier })));
    const wrong = imports.filter(({ file, specifier }) =>
      specifier.startsWith('.')
        ? !targetOf(file, specifier).startsWith(`${file.packageName}/src/`)
        : specifier.startsWith('@linkage/') && !entries.includes(specifier),
    );
    expect(wrong.map(({ file, specifier }) => `${file.path} imports ${specifier}`)).toEqual([]);
  });

  test('core, server and fetch do not know Node', () => {
    const portable = files.filter((it) => ['core', 'server', 'fetch'].includes(it.packageName));
    expect(new Set(portable.map((it) => it.packageName)).size).toBe(3);
    const wrong = portable.filter((file) => file.imports.some((it) => it.specifier.startsWith('node:')));
    expect(wrong.map((it) => it.path)).toEqual([]);
  });

  test('are peers of core, and pin what they are developed with', () => {
    const published = [...manifests.values()].filter((it) => it.private !== true);
    expect(published.length).toBeGreaterThanOrEqual(6);
    for (const { name, devDependencies = {}, peerDependencies = {} } of published) {
      if (name !== '@linkage/core') expect(peerDependencies, name).toHaveProperty('@linkage/core');
      const loose = Object.entries(devDependencies).filter(
        ([, range]) => !/^(\d+\.\d+\.\d+|workspace:\*)$/.test(range),
      );
      expect(loose, name).toEqual([]);
    }
  });

  test('export what they promised', async () => {
    const surface = Object.fromEntries(
      [...manifests]
        .filter(([, it]) => it.private !== true)
        .flatMap(([folder, it]) =>
          Object.entries(it.exports ?? {}).map(([entry, file]) => [it.name + entry.slice(1), exportsOf(folder, file)]),
        ),
    );
    for (const [name, exports] of Object.entries(surface)) {
      expect(exports?.length ?? 0, `${name} has an index.ts with exports`).toBeGreaterThan(0);
    }
    await expect(
      `${JSON.stringify(surface, null, 2)}\n`,
      'The public surface changed. If that is on purpose: npm test -- tests packages/core/test/house.test.ts -u',
    ).toMatchFileSnapshot('./exports.snap.json');
  });
});

describe('files', () => {
  test('have no export *, no default export, no enum', () => {
    const forbidden =
      /^export\s+(?:type\s+)?\*|^export\s+default\b|\bas\s+default\b|^(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\b/m;
    expect('export * from "./x.ts"').toMatch(forbidden);
    expect(files.filter((it) => forbidden.test(it.code)).map((it) => it.path)).toEqual([]);
  });

  test('have no inner barrels: index.ts stands at the root of a package only', () => {
    const inner = files.filter((it) => it.path.endsWith('/index.ts') && it.path.split('/').length > 3);
    expect(inner.map((it) => it.path)).toEqual([]);
  });

  test('are short', () => {
    const lengths = files.map((it) => ({ path: it.path, lines: it.text.trimEnd().split('\n').length }));
    const sorted = lengths.map((it) => it.lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80);
    expect(lengths.filter((it) => it.lines > 400)).toEqual([]);
    const long = lengths.filter((it) => it.lines > 200).map((it) => `${it.path} (${it.lines} lines)`);
    expect(
      long.filter((it) => !Object.hasOwn(longForAReason, it.split(' ')[0] ?? '')),
      'Split them, or write the reason into longForAReason',
    ).toEqual([]);
  });
});

/** `core/src/document/walk.ts` → `document`. */
function layerOf(path: string): string {
  return path.split('/')[2] ?? '';
}
