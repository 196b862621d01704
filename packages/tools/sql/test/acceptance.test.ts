import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Api } from '@linkage/core';
import { compareMapping, createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { openApiDocument } from '@linkage/openapi';
import { createServer, type DescribingServer } from '@linkage/server';
import { afterAll, describe, expect, test } from 'vitest';
import { emitDeclarations } from '../../../../scripts/types/declarations.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { readChecksOf } from '../src/database/read-checks.ts';
import { newParts } from '../src/files/compare-draft.ts';
import { type DeclaredModel, type DraftModel, declareModel, draftFiles, draftModel } from '../src/index.ts';
import { openApiNames } from '../src/serve/open-api-names.ts';
import { acceptedSchemas } from './schemas.ts';
import { walk } from './walk.ts';

const root = join(import.meta.dirname, '../../../..');
// Inside of the repository, so that the files find the packages that they import.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/drafts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface DraftedModule extends DeclaredModel {
  readonly ignored: readonly string[];
}

function serverOf(api: Api, sources: object): DescribingServer {
  return createServer(api, sources as never, { onError: () => undefined }) as unknown as DescribingServer;
}

describe.each(acceptedSchemas)('$name on $database.name', ({ name, database, kind, schemas, script, keys }) => {
  describe.skipIf(database.missing !== undefined)(database.missing ?? 'served and drafted', () => {
    const used = useDatabase(database.open, script);
    let model: DraftModel | undefined;
    let drafted: DraftedModule | undefined;
    const own = `${name}-${database.name}`;

    test('every endpoint responds with 200', async () => {
      const db = used.db as never;
      const databaseSchema = await readDatabaseSchema(db);
      const checks = await readChecksOf(db, kind, kind === 'mysql' ? 'MariaDB' : '');
      model = draftModel(databaseSchema, { database: kind, schemas, keys, checks });
      expect(model.types.map(({ name: type }) => type)).toMatchSnapshot();
      expect(
        model.notes.map(({ kind: what, table, column, text }) => `${what} ${table} ${column ?? ''}: ${text}`),
      ).toMatchSnapshot();
      const { api, mapping } = declareModel(model);
      const responses = await walk(
        serverOf(api, createKyselySources(api, db, mapping as never, { databaseSchema })),
        model,
      );
      expect([...responses].filter(([, text]) => !text.startsWith('200 '))).toEqual([]);
      expect(responses.size).toBeGreaterThan(model.types.length);
    });

    if (name === 'hostile')
      test('check constraints become schemas', () => {
        const { attributes = [], checks } = model?.types.find((type) => type.name === 'checkeds') ?? {};
        expect(checks).toEqual([expect.stringContaining('<>')]);
        const other = kind === 'sqlite' ? { kind: 'text' } : { kind: 'text', maxLength: 9 };
        expect(attributes.map(({ value }) => value)).toEqual([
          { kind: 'enum', labels: ['a', "it's"] },
          { kind: 'integer', min: 1, max: 5 },
          { kind: 'text', maxLength: 7 },
          other,
          { kind: 'enum', labels: ['EUR'] },
          { kind: 'text', minLength: 13, maxLength: 13 },
          { kind: 'json' },
        ]);
      });

    test('the drafted files declare the same API, with the same documents', async () => {
      const db = used.db as never;
      const databaseSchema = await readDatabaseSchema(db);
      const files = draftFiles(model as DraftModel, { database: own });
      mkdirSync(join(folder, own));
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, own, file), text);
      drafted = (await import(pathToFileURL(join(folder, own, 'sources.ts')).href)) as DraftedModule;
      const served = declareModel(model as DraftModel);
      const [mine, other] = [served, drafted].map(({ api, mapping }) =>
        serverOf(api, createKyselySources(api, db, mapping as never, { databaseSchema })),
      ) as [DescribingServer, DescribingServer];
      expect(await other.describe()).toEqual(await mine.describe());
      expect(await walk(other, model as DraftModel)).toEqual(await walk(mine, model as DraftModel));
    });

    test('nothing differs between the drafted files and the database', async () => {
      const databaseSchema = await readDatabaseSchema(used.db as never);
      const { api, mapping, ignored } = drafted as DraftedModule;
      const warnings = compareMapping(api, used.db as never, mapping as never, databaseSchema);
      expect(warnings).toEqual([]);
      expect(newParts(model as DraftModel, { api, mapping: mapping as never, ignored })).toEqual([]);
    });

    test('the API has an OpenAPI document', async () => {
      const { api, mapping } = declareModel(model as DraftModel);
      const databaseSchema = await readDatabaseSchema(used.db as never);
      const server = serverOf(api, createKyselySources(api, used.db as never, mapping as never, { databaseSchema }));
      const document = openApiDocument(await server.describe(), {
        info: { title: name, version: '1' },
        typeNames: openApiNames(model as DraftModel),
      });
      expect(Object.keys(document.paths as object).length).toBeGreaterThan((model as DraftModel).types.length);
    });
  });
});

test('all drafted files compile under strict', async () => {
  const options = { lib: ['es2024', 'dom'], types: ['node'], noUnusedLocals: true, noEmit: true };
  const paths = await emitDeclarations(['@linkage/core', '@linkage/server', '@linkage/kysely']);
  const compilerOptions = { ...options, paths, allowImportingTsExtensions: true };
  // The base has `strict` and all other checks.
  const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/.bin/tsc');
  let output = '';
  try {
    execFileSync(compiler, ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout);
  }
  expect(output).toBe('');
}, 180_000);
