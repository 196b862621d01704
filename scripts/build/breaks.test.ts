import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { application } from '../../docs/mistakes/declaration-mistakes.ts';
import { emitDeclarations, type Paths } from '../types/declarations.ts';
import { root } from '../workspace.ts';
import { allowsBreaks, breaksOf } from './breaks.ts';

const exports = JSON.parse(readFileSync(join(root, 'packages/core/test/exports.snap.json'), 'utf8'));
let paths: Paths;
beforeAll(async () => {
  paths = await emitDeclarations([
    '@linkage/core',
    '@linkage/server',
    '@linkage/client',
    '@linkage/kysely',
    '@linkage/node',
  ]);
}, 120_000);

const example = readFileSync(join(root, 'docs/examples/core.ts'), 'utf8');

test('what compiled with the last version, and still does, breaks nothing', async () => {
  const code = new Map([
    ['core.ts', example],
    ['application.ts', application],
  ]);
  expect(await breaksOf({ code, exports }, exports, paths)).toEqual([]);
}, 120_000);

test('an export that is gone, an option that is gone, and an argument that is required break code', async () => {
  const last = { ...exports, '@linkage/core': [...exports['@linkage/core'], 'wasHere', 'type WasHere'] };
  const code = new Map([
    ['core.ts', example],
    ['gone.ts', "import { wasHere } from '@linkage/core';\nwasHere();\n"],
    [
      'option.ts',
      "import { defineApi } from '@linkage/core';\nexport const api = defineApi({ notes: { attributes: {}, wasHere: true } });\n",
    ],
    [
      'required.ts',
      "import { createServer } from '@linkage/server';\nimport { api } from './core.ts';\nexport const server = createServer(api);\n",
    ],
  ]);
  const breaks = await breaksOf({ code, exports: last }, exports, paths);
  expect(breaks.slice(0, 2)).toEqual([
    '@linkage/core no longer exports wasHere',
    '@linkage/core no longer exports type WasHere',
  ]);
  expect(new Set(breaks.slice(2).map((line) => line.slice(0, line.indexOf('('))))).toEqual(
    new Set(['gone.ts', 'option.ts', 'required.ts']),
  );
}, 120_000);

test.each([
  ['1.2.0', 'major', true],
  ['1.2.0', 'minor', false],
  ['0.3.0', 'minor', true],
  ['0.3.0', 'patch', false],
])('after %s, a note of the level %s allows breaks: %s', (version, level, expected) => {
  expect(allowsBreaks(version, ['No note.', `---\n'@linkage/core': ${level}\n---\n\nText.\n`])).toBe(expected);
});
