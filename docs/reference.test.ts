import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import exported from '../packages/core/test/exports.snap.json' with { type: 'json' };
import { blocksOf, readPages } from '../scripts/docs/markdown.ts';
import { publicDeclarations, referencePages } from '../scripts/docs/reference.ts';
import { usageOf } from '../scripts/docs/usages.ts';
import { root } from '../scripts/workspace.ts';

const declarations = publicDeclarations();

test.each([...referencePages()])(
  '%s says what the code says; otherwise run: node scripts/docs/write-docs.ts',
  (path, text) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  },
);

test('D15: the reference describes every export', () => {
  const names = Object.entries<readonly string[]>(exported)
    .filter(([entry]) => !entry.endsWith('/internal'))
    .flatMap(([, members]) => members.map((name) => name.replace('type ', '')));
  expect(new Set(declarations.map(({ name }) => name))).toEqual(new Set(names));
});

test('D15: every export has a description', () => {
  expect(declarations.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});

test('every function and value has an example', () => {
  const values = declarations.filter(({ kind }) => kind !== 'type');
  expect(values.filter(({ name }) => usageOf(name) === undefined).map(({ name }) => name)).toEqual([]);
});

const signatureOf = (name: string): string | undefined => declarations.find((it) => it.name === name)?.signature;

test('a function has all its overloads, and not the implementation below them', () => {
  expect(signatureOf('errorObject')?.match(/^function .*/gm)).toEqual([
    'function errorObject(error: ApplicationError): ErrorObject;',
    'function errorObject(code: ErrorCode, detail: string, options?: ErrorObjectOptions): ErrorObject;',
  ]);
});

test('a page shows the options that its declarations name', () => {
  const shown = new Set([...referencePages().values()].flatMap((text) => text.match(/(?<=(?:interface|type) )\w+/g)));
  const named = new Set(
    declarations.flatMap(({ signature }) => signature.match(/\b[A-Z]\w*(?:Options|Members)\b/g) ?? []),
  );
  // These types check a call, and contain no options.
  expect(
    [...named].filter((name) => !shown.has(name) && !/^(?:Known|Check|CheckToMany|Valid)Options$/.test(name)),
  ).toEqual([]);
  expect([...shown]).toEqual(
    expect.arrayContaining(['ParseOptions', 'ResourceMembers', 'ParsedOperation', 'LocalIds']),
  );
});

/** Names of other projects, and of the examples of a page. */
const otherNames: readonly string[] = [
  ...[
    'clientErrorHandler',
    'onClose',
    'setBuildURLConfig',
    'PageBased',
    'OffsetBased',
    'fromDriver',
    'toDriver',
    'syncUrl',
  ],
  ...[
    'dataMeta',
    'JapiError',
    'onlyIdentifier',
    'onlyRelationship',
    'morphTo',
    'DateStyle',
    'ProblemDetails',
    'CreatedAt',
  ],
  ...['QueryParameterValidationFilter', 'TokenAuthentication', 'UseHttpsRedirection', 'ArticleUpdate'],
  ...['PostalCode', 'postalCode'],
  ...['topLevelMeta', 'beforeSerialize', 'serializeAsync', 'serializeError'],
  ...['modelPropertiesMapper', 'jsonPropertiesMapper', 'DeserializeCache'],
];

test('each name that a page shows as code exists', () => {
  const files = [
    'packages/**/{src,page}/**/*.{ts,tsx}',
    'packages/internal/**/*.ts',
    'docs/examples/**/*.ts',
    'scripts/**/*.ts',
  ];
  const code = globSync(files, { cwd: root, exclude: (path) => /node_modules|\.cache/.test(path) });
  const strings = code.map((path) => readFileSync(join(root, path), 'utf8'));
  const pages = readPages(['README.md', 'docs/**/*.md', 'packages/{*,{adapters,sources,tools,internal}/*}/README.md']);
  const ofUsers = pages.filter(({ path }) => !/^docs\/decisions\//.test(path));
  const blocks = ofUsers.flatMap(({ text }) => blocksOf(text).map((block) => block.code));
  const known = new Set([...strings, ...blocks].flatMap((text) => text.match(/[\w$]+/g) ?? []));
  const wrong = ofUsers.flatMap(({ path, text }) =>
    [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`(\w*[a-z][A-Z]\w*)(?:\([^`]*\))?`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name) && !otherNames.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
