/** The architecture is under test: who may import whom, what is exported, how long files are. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf } from './circles.ts';
import { exportsOf, readManifests, readSourceFiles, targetOf } from './source-files.ts';

const files = readSourceFiles();
const manifests = readManifests();
/** Files beside the folders are entry points, which name what others have. */
const isEntry = ({ path }: { readonly path: string }): boolean => path.split('/').length === 3;
const coreFiles = files.filter((file) => file.packageName === 'core' && !isEntry(file));

/** The layers of core from left to right: a layer imports only those before it. */
const coreLayers = [
  ...[
    'internal',
    'spec',
    'error',
    'media-type',
    'schema',
    'query',
    'pagination',
    'documents',
    'selection',
    'requests',
    'validate',
    'extensions',
    'http',
  ],
];
/** The parts of these layers from left to right: each may import those before it. */
const coreOrder = [
  ...[
    'internal',
    'spec',
    'spec/member',
    'spec/document',
    'spec/grammar',
    'error/chapters',
    'error',
    'error/messages',
    'media-type',
    'schema',
    'query',
    'pagination',
  ],
  ...['schema/url', 'documents/record', 'documents/compound', 'documents/build'],
];
const uptoSchema = coreOrder.slice(0, coreOrder.indexOf('schema') + 1);
/** The other parts that each part of core can import. */
const layers: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(coreOrder.map((name, index) => [name, coreOrder.slice(0, index)])),
  'documents/serialize': coreOrder,
  selection: coreOrder,
  'requests/deserialize': coreOrder,
  'requests/build': uptoSchema,
  'requests/parse': [...uptoSchema, 'schema/url'],
  validate: uptoSchema,
  extensions: [...uptoSchema, 'pagination', 'schema/url', 'requests/parse', 'validate'],
  http: [...coreOrder, 'requests/parse', 'validate', 'extensions'],
};

/** The layers of server from left to right, with `http.ts`, which is plain values. Three layers stand beside them: see below. */
const serverLayers = [
  ...[
    'internal',
    'http.ts',
    'sources',
    'request',
    'rules',
    'reading',
    'writing',
    'response',
    'operations',
    'extensions',
  ],
  'pipeline',
];
/** The parts of these layers from left to right: each may import those before it. */
const serverOrder = [
  ...['internal', 'http.ts', 'request/overload', 'sources', 'request', 'request/pagination', 'rules', 'reading'],
  ...['reading/conditional', 'writing', 'response', 'operations'],
];
/** The folders of kysely from left to right. */
const kyselyOrder = [
  'columns',
  'failures',
  'dialects',
  'mapping',
  'statements',
  'reading',
  'writing',
  'outbox',
  'sources',
];
/** The folders of drizzle and of prisma from left to right. */
const ormOrder = ['dialect', 'schema', 'mapping', 'sources'];
/** The folders of sql from left to right. */
const sqlOrder = ['names', 'model', 'files', 'database', 'serve', 'cli'];
/** The other folders that each folder of these packages can import. */
const layersBeside: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  server: {
    ...upTo(serverOrder),
    extensions: serverOrder,
    'extensions/atomic': ['internal', 'extensions'],
    'extensions/cursor-pagination': [...serverOrder, 'extensions'],
    'writing/hooks': serverOrder,
    'operations/idempotency': serverOrder,
    'pipeline/observe': serverOrder,
    'extensions/describe': [...serverOrder, 'extensions'],
    pipeline: [
      ...serverOrder,
      'extensions',
      'pipeline/observe',
      'writing/hooks',
      'operations/idempotency',
      'extensions/describe',
    ],
    memory: ['internal', 'sources'],
    'source-suite': [...serverOrder, 'extensions', 'pipeline'],
    adapter: ['http.ts', 'response', 'pipeline'],
    languages: [],
  },
  sql: upTo(sqlOrder),
  kysely: {
    ...upTo(kyselyOrder),
    'node-sqlite.ts': ['dialects'],
    'explain.ts': ['dialects'],
    'idempotency-store.ts': ['dialects', 'statements'],
    'orm-dialect.ts': ['dialects'],
    'orm-kysely.ts': ['orm-dialect.ts'],
  },
  drizzle: upTo(ormOrder),
  prisma: upTo(ormOrder),
};

/** Which packages of ours a package may import; `type` allows `import type` only. */
const neighbours: Readonly<Record<string, Readonly<Record<string, 'value' | 'type'>>>> = {
  core: {},
  server: { core: 'value' },
  fetch: { core: 'value', server: 'value' },
  fastify: { core: 'value', server: 'value' },
  koa: { core: 'value', server: 'value' },
  node: { core: 'value', server: 'value' },
  kysely: { core: 'value', server: 'type' },
  drizzle: { core: 'value', kysely: 'value', server: 'type' },
  prisma: { core: 'value', kysely: 'value', server: 'type' },
  client: { core: 'value' },
  query: { client: 'value', core: 'value' },
  openapi: { core: 'value', server: 'value' },
  conformance: { core: 'value' },
  changes: { core: 'value', server: 'type' },
  explorer: { core: 'value' },
  'create-linkage': { core: 'value' },
  sql: {
    ...{ core: 'value', server: 'value', node: 'value', openapi: 'value', explorer: 'value', kysely: 'value' },
    drizzle: 'value',
    prisma: 'value',
  },
};

/** The one file of core that may import a dependency. */
const placeOf: Readonly<Record<string, string>> = {
  '@noble/hashes': 'core/src/pagination/cursor/cursor-text.ts',
  'fast-json-stable-stringify': 'core/src/internal/canonical-json.ts',
};

/** The maximum of lines of code in each package: `src`, pages, and generators, without comments, empty lines, and tests. */
const maxLines: Readonly<Record<string, number>> = {
  atlas: 900,
  bench: 3540,
  changes: 2080,
  client: 2000,
  conformance: 9420,
  core: 19980,
  'create-linkage': 267,
  drizzle: 1020,
  explorer: 9160,
  fastify: 180,
  fetch: 80,
  koa: 160,
  kysely: 14460,
  node: 280,
  openapi: 1600,
  prisma: 700,
  query: 1040,
  server: 24100,
  site: 5220,
  sql: 5580,
};

/** Files above 200 lines, each with the reason why it is not two files. */
const longForAReason: Readonly<Record<string, string>> = {
  'core/src/internal.ts': 'the list of what the packages share: a line for each file',
  'core/src/error/chapters/document-errors.ts':
    'the chapter of request documents: a table, with a comment for each code',
  'server/src/sources/port/data-source.ts':
    'the port in one piece: half of it are comments that those who write a source read in order',
  'server/src/pipeline/server-options.ts':
    'the table of all options: a new option is one member, with its comment and its check',
};

describe('layers of core', () => {
  test('files beside the folders are entry points and nothing else', () => {
    const entries = Object.values(manifests.get('core')?.exports ?? {}).map((it) => `core/${it.slice(2)}`);
    const beside = files.filter((file) => file.packageName === 'core' && isEntry(file));
    expect(beside.map((it) => it.path).filter((it) => !entries.includes(it))).toEqual([]);
    const statements = beside.map(({ code }) =>
      code.replace(/^export (?:type )?\{[^}]*\} from '\.\/[^']+';\n/gm, '').trim(),
    );
    expect(statements.filter((statement) => statement !== '')).toEqual([]);
  });

  test('every file stands in a known layer', () => {
    expect(coreFiles.length).toBeGreaterThan(20);
    expect(coreFiles.map((coreFile) => coreFile.path).filter((path) => !Object.hasOwn(layers, layerOf(path)))).toEqual(
      [],
    );
  });

  test('left does not import right, validate and compound never meet', () => {
    const steps = coreFiles.flatMap((file) =>
      file.imports
        .filter((imported) => imported.specifier.startsWith('.'))
        .map((it) => ({ from: layerOf(file.path), to: layerOf(targetOf(file, it.specifier)), file, it })),
    );
    expect(steps.length).toBeGreaterThan(20);
    const wrong = steps.filter(({ from, to }) => from !== to && !layers[from]?.includes(to));
    expect(wrong.map(({ file, it }) => `${file.path} imports ${it.specifier}`)).toEqual([]);
  });

  test('each dependency stands in its one place', () => {
    expect(Object.keys(manifests.get('core')?.dependencies ?? {}).sort()).toEqual(Object.keys(placeOf).sort());
    const used = coreFiles.flatMap((file) =>
      file.imports
        .filter((imported) => !imported.specifier.startsWith('.'))
        .map((it) => `${/^(?:@[^/]+\/)?[^/]+/.exec(it.specifier)?.[0]} in ${file.path}`),
    );
    expect([...new Set(used)].sort()).toEqual(
      Object.entries(placeOf)
        .map(([dependency, file]) => `${dependency} in ${file}`)
        .sort(),
    );
  });
});

describe.each([
  ['core', coreLayers],
  ['server', serverLayers],
])('layers of %s', (name, order) => {
  const own = files.filter((file) => file.packageName === name && !isEntry(file));
  const topLayerOf = (path: string): string => path.split('/')[2] ?? '';
  const beside = name === 'server' ? ['memory', 'source-suite', 'adapter', 'languages'] : [];

  test('are all named', () => {
    expect([...new Set(own.map(({ path }) => topLayerOf(path)))].sort()).toEqual(
      [...order.filter((it) => !it.endsWith('.ts')), ...beside].sort(),
    );
  });

  test('are entered from the right only', () => {
    const wrong = own
      .filter(({ path }) => order.includes(topLayerOf(path)))
      .flatMap((file) =>
        file.imports
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => [topLayerOf(file.path), topLayerOf(targetOf(file, specifier)), file.path] as const),
      )
      .filter(([from, to]) => order.indexOf(to) === -1 || order.indexOf(to) > order.indexOf(from));
    expect(wrong).toEqual([]);
  });
});

describe('circles of imports, type imports included', () => {
  test('are found', () => {
    const edges = { a: ['b'], b: ['c', 'd'], c: ['a', 'z'], d: ['e'], e: [], f: ['f'], g: ['h'], h: ['g', 'a'] };
    expect(circlesOf(new Map(Object.entries(edges)))).toEqual([['a', 'b', 'c'], ['f'], ['g', 'h']]);
  });

  const names = new Set(files.map((file) => file.packageName));

  test('are searched for in every package that is published', () => {
    const published = [...manifests].filter(([, it]) => it.private !== true).map(([name]) => name);
    expect(published.length).toBeGreaterThan(10);
    expect(published.filter((name) => !names.has(name))).toEqual([]);
  });

  test.each([...names])('are not in %s', (name) => {
    const own = files.filter((file) => file.packageName === name);
    const targets = own.map(
      (file) => [file.path, file.imports.map(({ specifier }) => targetOf(file, specifier))] as const,
    );
    expect(circlesOf(new Map(targets))).toEqual([]);
  });
});

describe.each(Object.entries(layersBeside))('layers of %s', (name, beside) => {
  // Entry points beside the folders name what others have.
  const entries = Object.values(manifests.get(name)?.exports ?? {}).map((it) => posix.join(name, it));
  const own = files.filter(
    (it) => it.packageName === name && !(it.path.split('/').length === 3 && entries.includes(it.path)),
  );

  test('every file stands in a known layer, and every layer has a file', () => {
    expect([...new Set(own.map((it) => layerOf(it.path)))].sort()).toEqual(Object.keys(beside).sort());
  });

  test('left does not import right, not even types', () => {
    const wrong = own.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(({ specifier }) => {
          const [from, to] = [layerOf(file.path), layerOf(targetOf(file, specifier))];
          return from !== to && !beside[from]?.includes(to);
        })
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
    expect(own.some((file) => file.imports.some(({ isTypeOnly }) => isTypeOnly))).toBe(true);
    expect(wrong).toEqual([]);
  });
});

describe('packages', () => {
  test('import only the packages they may', () => {
    const ours = files.flatMap((file) =>
      file.imports.filter((imported) => imported.specifier.startsWith('@linkage/')).map((it) => ({ file, it })),
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
    const entries = [...manifests.values()].flatMap((manifest) =>
      Object.keys(manifest.exports ?? {}).map((entry) => manifest.name + entry.slice(1)),
    );
    expect(entries).toContain('@linkage/core');
    const imports = files.flatMap((file) => file.imports.map((imported) => ({ file, specifier: imported.specifier })));
    const wrong = imports.filter(({ file, specifier }) =>
      specifier.startsWith('.')
        ? !targetOf(file, specifier).startsWith(`${file.packageName}/src/`)
        : specifier.startsWith('@linkage/') && !entries.includes(specifier),
    );
    expect(wrong.map(({ file, specifier }) => `${file.path} imports ${specifier}`)).toEqual([]);
  });

  test('core, server, drizzle, prisma, fetch, client, query, and openapi do not know Node', () => {
    const names = ['core', 'server', 'drizzle', 'prisma', 'fetch', 'client', 'query', 'openapi'];
    const portable = files.filter((file) => names.includes(file.packageName));
    expect(new Set(portable.map((it) => it.packageName)).size).toBe(names.length);
    const wrong = portable.filter((file) => file.imports.some((imported) => imported.specifier.startsWith('node:')));
    expect(wrong.map((it) => it.path)).toEqual([]);
  });

  test('are peers of core, and pin what they are developed with', () => {
    const published = [...manifests.values()].filter((manifest) => manifest.private !== true);
    expect(published.length).toBeGreaterThanOrEqual(6);
    for (const { name, dependencies = {}, devDependencies = {}, peerDependencies = {} } of published) {
      // A command alone: `yarn dlx create-linkage` does not install peers.
      const core = name === 'create-linkage' ? dependencies : peerDependencies;
      if (name !== '@linkage/core') expect(core, name).toHaveProperty('@linkage/core', 'workspace:*');
      const loose = Object.entries(devDependencies).filter(
        ([, range]) => !/^((?:npm:[\w@/-]+@)?\d+\.\d+\.\d+|workspace:\*)$/.test(range),
      );
      expect(loose, name).toEqual([]);
    }
  });

  test('export what they promised', async () => {
    const surface = Object.fromEntries(
      [...manifests]
        .filter(([, it]) => it.private !== true)
        .flatMap(([folder, it]) =>
          Object.entries(it.exports ?? {})
            .filter(([, file]) => file.endsWith('.ts'))
            .map(([entry, file]) => [it.name + entry.slice(1), exportsOf(folder, file)]),
        ),
    );
    for (const [name, exports] of Object.entries(surface)) {
      expect(exports?.length ?? 0, `${name} has an index.ts with exports`).toBeGreaterThan(0);
    }
    await expect(
      `${JSON.stringify(surface, null, 2)}\n`,
      'The public surface changed. If that is on purpose: npm test -- tests packages/core/test/architecture.test.ts -u',
    ).toMatchFileSnapshot('./exports.snap.json');

    /** The packages that declare a name which they export. */
    const declaring = new Map<string, Set<string>>();
    for (const { code, packageName } of files) {
      const exported = Object.entries(surface).flatMap(([entry, names]) =>
        entry.split('/')[1] === packageName && !entry.endsWith('/internal') ? (names ?? []) : [],
      );
      for (const [, name = ''] of code.matchAll(/^export (?:async )?(?:type|interface|class|const|function) (\w+)/gm)) {
        if (!exported.includes(name) && !exported.includes(`type ${name}`)) continue;
        declaring.set(name, (declaring.get(name) ?? new Set()).add(packageName));
      }
    }
    const several = [...declaring].filter(([, packages]) => packages.size > 1).map(([name]) => name);
    // One meaning, for the database of each package.
    expect(several.sort()).toEqual(['kyselyOf', 'transactionOf']);
  });
});

describe('files', () => {
  test('do not have an export *, no default export, no enum', () => {
    const forbidden =
      /^export\s+(?:type\s+)?\*|^export\s+default\b|\bas\s+default\b|^(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\b/m;
    expect('export * from "./x.ts"').toMatch(forbidden);
    expect(files.filter((file) => forbidden.test(file.code)).map((it) => it.path)).toEqual([]);
  });

  test('read an element that can be absent with at(): an index reads Object.prototype then', () => {
    const read = /\[\d+\](?:\?\.|\s*\?\?)/;
    expect("list[0] ?? ''").toMatch(read);
    const published = files.filter((file) => manifests.get(file.packageName)?.private !== true);
    expect(published.filter((it) => read.test(it.code)).map((it) => it.path)).toEqual([]);
  });

  test('do not ask for the name of a database outside of its dialect', () => {
    const asks = /\bname [!=]== '(?:sqlite|postgres|mysql)'|dialect\.name\]/;
    expect("if (dialect.name === 'mysql')").toMatch(asks);
    const others = files.filter(({ path }) => path.startsWith('kysely/src/') && !path.includes('/dialects/'));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter(({ text }) => asks.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('list the actions that write in one place: other tables are records with an entry for each', () => {
    const lists = /'create'[^;={}]{0,20}'update'[^;={}]{0,20}'delete'/;
    expect("kind: 'create' | 'update' | 'delete' | 'updateRelationship'").toMatch(lists);
    expect(files.filter(({ code }) => lists.test(code)).map(({ path }) => path)).toEqual(['core/src/schema/action.ts']);
  });

  test('list the operators of filters in tables that do not compile without one of them', () => {
    // The other places ask the first file how many values an operator takes, and whether it compares strings.
    const names = /'(?:between|iEq)'/;
    const ofPages = readSourceFiles('page/**/*.{ts,tsx}').filter(({ packageName }) => packageName === 'explorer');
    const own = [...files, ...ofPages].filter(({ path }) => path !== 'sql/src/model/read-check.ts');
    expect(own.filter(({ code }) => names.test(code)).map(({ path }) => path)).toEqual([
      'core/src/schema/filter-operator.ts',
      'core/src/selection/matches-filter.ts',
      'kysely/src/columns/comparison.ts',
      'kysely/src/statements/attribute-conditions.ts',
    ]);
  });

  test('ask in one place what a computed attribute needs, beside its declaration', () => {
    // A second reader would soon know it differently: a field would then be hidden in one kind of response, and shown in another.
    const read = /(?<!\w)needs(?!\w|['?]?:)/;
    expect('({ compute, needs }: AttributeDefinition)').toMatch(read);
    expect("if (attribute.needs.includes('salary'))").toMatch(read);
    const knowsAttributes = /\battributes\b|\bAttribute\w+|\bcompute\b/;
    const codeOf = (code: string) => code.replace(/'[^'\n]*'|`(?:\\.|[^`\\])*`/g, '');
    // The conformance tests know no schema, only documents.
    const known = files.filter((it) => it.packageName !== 'conformance' && knowsAttributes.test(it.code));
    expect(known.filter((it) => read.test(codeOf(it.code))).map(({ path }) => path)).toEqual([
      'core/src/documents/record/computed-value.ts',
      'core/src/schema/define-attribute.ts',
      // The fields that functions of records need.
      'server/src/response/members/needed-records.ts',
    ]);
  });

  test('do not have inner barrels: index.ts stands at the root of a package only', () => {
    const inner = files.filter((file) => file.path.endsWith('/index.ts') && file.path.split('/').length > 3);
    expect(inner.map((it) => it.path)).toEqual([]);
  });

  test('are short', () => {
    const lengths = files.map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }));
    const sorted = lengths.map((length) => length.lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80);
    expect(lengths.filter((length) => length.lines > 400)).toEqual([]);
    const long = lengths.filter((length) => length.lines > 200).map((it) => `${it.path} (${it.lines} lines)`);
    expect(
      long.filter((it) => !Object.hasOwn(longForAReason, it.split(' ')[0] ?? '')),
      'Split them, or write the reason into longForAReason',
    ).toEqual([]);
  });

  test('do not grow without a reason: lines of code of each package, without comments', () => {
    const lines = Object.fromEntries([...manifests.keys()].map((name) => [name, 0]));
    for (const { packageName, text } of readSourceFiles('{src,page,generator}/**/*.{ts,tsx}'))
      lines[packageName] =
        (lines[packageName] ?? 0) + text.split('\n').filter((it) => !/^\s*(\/\/|\*|\/\*|$)/.test(it)).length;
    const named = Object.entries(lines).filter(([, count]) => count > 0);
    const over = named.filter(([name, count]) => count > (maxLines[name] ?? 0));
    expect(over, 'Remove as much as you add, or raise maxLines and write the reason into the commit').toEqual([]);
    const under = named.filter(([name, count]) => count < (maxLines[name] ?? 0) - 100);
    expect(under, 'Lower maxLines, so that nothing grows into what was removed').toEqual([]);
  });
});

/** Returns the part of a layer in which a file stands, such as `spec/grammar`, or the layer. */
function layerOf(path: string): string {
  const [packageName = '', , layer = '', part = ''] = path.split('/');
  const known = packageName === 'core' ? layers : (layersBeside[packageName] ?? {});
  return Object.hasOwn(known, `${layer}/${part}`) ? `${layer}/${part}` : layer;
}

/** Layers of which each may import those before it. */
function upTo(order: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(order.map((name, index) => [name, order.slice(0, index)]));
}
