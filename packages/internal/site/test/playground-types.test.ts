/** The types that the compiler prints for the examples of the playground, and for a table of schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { compiler, compilerFiles } from '../generator/client-compiler.ts';
import { exampleNames } from '../generator/playground-examples.ts';
import { clientNotes } from '../page/compiler/check-client.ts';
import { createCompile } from '../page/compiler/compile.ts';
import { printTypes } from '../page/compiler/print-types.ts';
import { readDeclaration } from '../page/playground/worker/run-declaration.ts';

const folder = join(root, 'packages/internal/site');
const declarations: readonly (readonly [name: string, file: string])[] = [
  ...exampleNames.map((name) => [name, `page/playground/examples/${name}.ts`] as const),
  ['schemas', 'test/fixtures/playground-schemas.ts'],
];
const compile = createCompile(compiler, compilerFiles());
const typesOf = (declaration: string, type: string): string => printTypes(compiler, compile, declaration, type);

test.each(declarations)('the types of %s have a type for each field', (_, file) => {
  const declaration = readFileSync(join(folder, file), 'utf8');
  const { api } = readDeclaration(declaration);
  for (const { name, attributes, relationships } of api?.types.values() ?? []) {
    const printed = typesOf(declaration, name);
    for (const field of [...attributes.keys(), ...relationships.keys()]) expect(printed).toContain(field);
    if (file.includes('examples')) expect(printed).not.toMatch(/\bany\b|\bunknown\b/);
  }
});

describe('a declaration', () => {
  test('without imports and a name has the types of its fields', () => {
    const declaration = `defineApi({
      articles: { attributes: { title: z.string(), views: attribute(z.int(), { write: false }) }, relationships: { author: toOne('people') } },
      people: {},
    })`;
    expect(typesOf(declaration, 'articles')).toMatchInlineSnapshot(`
      "// StoredRecord<typeof api, 'articles'>: what your data sources return, and what \`buildDocument\` accepts; a \`Related\` is a record, its identifier, or its id.
      export type Stored = {
        readonly id: RecordId;
        readonly title: string;
        readonly views: number;
        readonly author?: Related<typeof api, "people"> | null | undefined;
      };

      // CreateInput<typeof api, 'articles'>: the result of \`parseCreate\`.
      export type Create = {
        readonly type: "articles";
        readonly id?: string | undefined;
        readonly lid?: string | undefined;
        readonly attributes: {
          readonly title: string;
        };
        readonly relationships: {
          readonly author?: ResourceIdentifierObject<"people"> | null | undefined;
        };
      };

      // UpdateInput<typeof api, 'articles'>: the result of \`parseUpdate\`.
      export type Update = {
        readonly type: "articles";
        readonly id: string;
        readonly attributes: {
          readonly title?: string | undefined;
        };
        readonly relationships: {
          readonly author?: ResourceIdentifierObject<"people"> | null | undefined;
        };
      };

      // IncludePath<typeof api, 'articles'>: what \`include\` accepts.
      export type Include = "author";
      "
    `);
  });

  test('in which the compiler finds a mistake still has types', () => {
    expect(typesOf('export const api = defineApi({ cats: { attributes: { name: z.sting() } } });', 'cats')).toContain(
      'export type Stored = {',
    );
  });
});

test('the calls of a client have types, and mistakes', () => {
  const declaration = 'export const api = defineApi({ cats: { attributes: { name: z.string() } } });';
  const code =
    "const client = createClient<typeof api>({ baseUrl: '/' });\nconst { data } = await client.get('cats', '1');\n";
  expect(clientNotes(compiler, compile, declaration, `${code}data.name;\ndata.nam;`)).toEqual([
    expect.objectContaining({ line: 3, isError: true }),
    { line: 2, text: 'string', isError: false },
  ]);
});
