/** Check B4: if an old client does not compile with the new declaration, the comparison reports it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compile, compilerPath } from '../../../../scripts/types/compiler.ts';
import { emitDeclarations } from '../../../../scripts/types/declarations.ts';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, someOf } from '../../../core/test/runs.ts';
import { compareDescriptions } from '../src/index.ts';
import { firstModel, serverOf } from './model.ts';
import { allEdits } from './model-edits.ts';
import { clientText, declarationText, imports } from './old-client-code.ts';

const folder = join(root, '.cache', 'old-clients');
const first = firstModel();
const client = clientText(first);
const edits = someOf(allEdits, 3);
let broken: ReadonlyMap<string, string>;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const models = edits.map(([name, edit]) => {
    const model = firstModel();
    edit(model);
    return [name, model] as const;
  });
  const all = [['nothing', first] as const, ...models];
  for (const [index, [, model]] of all.entries()) {
    writeFileSync(join(folder, `edit-${index}.ts`), `${imports}${declarationText(model)}${client}`);
  }
  const paths = await emitDeclarations(['@linkage/core', '@linkage/client']);
  const files = all.map((_, index) => `edit-${index}.ts`);
  const output = await compile({ compiler: compilerPath('typescript'), folder, files, paths });
  expect(output).not.toMatch(/^error /m);
  const errors = [...output.matchAll(/^edit-(\d+)\.ts\(\d+,\d+\): error (.*)$/gm)];
  broken = new Map(errors.map(([, index = '', text = '']) => [all[Number(index)]?.[0] ?? '', text]));
}, 120_000);

test('the client compiles with its own declaration', () => {
  expect(broken.get('nothing')).toBeUndefined();
  expect(edits.length).toBeGreaterThan(isLong ? 100 : 30);
});

test('each edit after which the client does not compile is a change that is not safe', async () => {
  const before = await serverOf(first).describe();
  let count = 0;
  for (const [name, edit] of edits) {
    // A description does not say whether an attribute that requests cannot set can be missing: `fields` can hide each one.
    if (!broken.has(name) || name === 'words: toggle optional') continue;
    count++;
    const model = firstModel();
    edit(model);
    const levels = compareDescriptions(before, await serverOf(model).describe()).map(({ level }) => level);
    expect(
      levels.filter((level) => level !== 'safe'),
      `${name}: ${broken.get(name)}`,
    ).not.toEqual([]);
  }
  expect(count).toBeGreaterThan(isLong ? 40 : 10);
});
