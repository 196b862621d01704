import { locationOf } from '@linkage/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDeclaration } from '../page/playground/worker/run-declaration.ts';

/** Returns the mistake in a declaration, with the text at its place. */
function mistakeIn(source: string): string {
  const { mistake } = readDeclaration(source);
  if (mistake === undefined) return 'no mistake';
  const { line, column } = locationOf(source, mistake.from);
  return `${line}:${column} ${source.slice(mistake.from, mistake.to)} | ${mistake.message}`;
}

describe('a declaration', () => {
  test('is TypeScript, with and without imports, and can contain functions', () => {
    const { api, mistake } = readDeclaration(`
      import { attribute, defineApi, toMany, toOne } from '@linkage/core';
      import * as z from 'zod';
      interface Stamp { readonly at: string }
      const stamps = { createdAt: attribute(z.iso.datetime(), { write: false, sort: true }) } as const;
      const names: readonly Stamp[] = [];
      export const api = defineApi({
        articles: {
          attributes: {
            title: z.string().min(1),
            ...stamps,
            shout: attribute(z.string(), { needs: ['title'], compute: ({ title }: { title: string }) => title.toUpperCase() }),
          },
          relationships: { author: toOne('people', { inverse: "articles" }), about: toMany(['articles', \`people\`]) },
        },
        people: { attributes: { name: z.string().transform((it) => it.trim()) }, relationships: { articles: toMany('articles') } },
      });
    `);
    expect(mistake).toBeUndefined();
    const articles = api?.types.get('articles');
    expect([...(articles?.attributes.keys() ?? [])]).toEqual(['title', 'createdAt', 'shout']);
    expect(articles?.relationships.get('about')?.targets).toEqual(['articles', 'people']);
    expect(readDeclaration('defineApi({ a: { attributes: { x: z.int() } } })').api?.types.size).toBe(1);
    expect(
      readDeclaration("import * as z from 'zod';\nimport { defineApi as make } from '@linkage/core';\nmake({ a: {} })")
        .mistake,
    ).toBeUndefined();
  });

  test('runs again and again, also with ids of schemas, and returns its users', () => {
    const source =
      "const accessByUser = { guest: {} }; defineApi({ a: { attributes: { x: z.string().meta({ id: 'X' }) } } })";
    expect(readDeclaration(source)).toMatchObject({ users: { guest: {} } });
    expect(readDeclaration(source).mistake).toBeUndefined();
  });

  test.each([
    ['', /^1:1 .*\| The declaration must call `defineApi`\.$/],
    ['defineApi({ a: {} })\ndefineApi({ a: {} })', /\| The declaration must call `defineApi` once\.$/],
    ['defineApi({ a: }', /^1:16 \} \| Unexpected token/],
    ['const a = 1;\nconst a = 2;', /already been declared/],
    ['defineApi({ a: {} b: {} })', /^1:19 b \| Unexpected token/],
    ["'abc", /^1:1 .*Unterminated string/],
    ['defneApi({})', '1:1 defneApi | defneApi is not defined'],
    ['defineApi({\n  a: { attributes: { x: z.strng() } },\n})', /^2:\d+ .*\| .*z\.strng is not a function/],
    ["import { a } from 'a';\na();", /The playground has the modules @linkage\/core and zod, but not "a"\.$/],
    ["throw 'a text'", /\| a text$/],
  ])('%j has a mistake at its place', (source, expected) => {
    if (typeof expected === 'string') expect(mistakeIn(source)).toBe(expected);
    else expect(mistakeIn(source)).toMatch(expected);
  });
});

describe('an error of the library is shown at its place:', () => {
  const people = "people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } }";
  test.each([
    [`defineApi({ articles: { relationships: { author: toOne('persons') } }, ${people} })`, "'persons'"],
    [`defineApi({ articles: { relationships: { author: 1 } }, ${people} })`, 'author'],
    [`defineApi({ articles: { attributes: { id: z.string() } }, ${people} })`, 'id'],
    [`defineApi({ articles: { attributes: { 'a+b': z.string() } }, ${people} })`, "'a+b'"],
    ["defineApi({ 'a+b': {} })", "'a+b'"],
    ['defineApi({ articles: { atributes: {} } })', 'atributes'],
    ["defineApi({ articles: { defaultSort: ['-age'] } })", "'-age'"],
    ["defineApi({ articles: { attributes: { a: attribute(z.string(), { filter: ['eqq'] }) } } })", "'eqq'"],
    ['defineApi({ articles: { attributes: { a: attribute(z.string(), { filterr: true }) } } })', 'filterr'],
    ['defineApi({ articles: { attributes: { a: attribute(z.string(), { sort: 1 }) } } })', 'sort'],
    [`defineApi({ articles: { relationships: { author: toOne('people', { inverse: 'x' }) } }, ${people} })`, "'x'"],
  ])('%s', (source, place) => {
    const { mistake } = readDeclaration(source);
    expect(mistake && source.slice(mistake.from, mistake.to), mistake?.message).toBe(place);
  });
});

test('a declaration of more than 50,000 characters does not run', () => {
  expect(readDeclaration(`${' '.repeat(50_001)}throw 1`).mistake?.message).toContain('must not be longer');
});

test('reading never throws, and a mistake is inside of the text', () => {
  const parts = fc.constantFrom(
    ...[
      'defineApi(',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ',',
      ':',
      '.',
      '...',
      'z',
      '"',
      "'",
      '`',
      '\\',
      '/',
      '*',
      'a',
      '=>',
    ],
    ...[
      'attributes',
      'const',
      '=',
      ';',
      '1',
      '-',
      'as',
      'import',
      'from',
      '__proto__',
      '\n',
      'toOne',
      'true',
      '\ud800',
      '@',
    ],
  );
  const anyText = fc.oneof(
    fc.array(parts, { maxLength: 40 }).map((it) => it.join('')),
    // No string that calls something: this test is not a sandbox.
    fc.string({ unit: 'binary' }).map((it) => it.replaceAll(/[\w(`]/g, '')),
  );
  fc.assert(
    fc.property(anyText, (source) => {
      const { mistake } = readDeclaration(source);
      if (mistake === undefined) return;
      expect(mistake.from).toBeGreaterThanOrEqual(0);
      expect(mistake.to).toBeGreaterThanOrEqual(mistake.from);
      expect(mistake.to).toBeLessThanOrEqual(source.length);
    }),
    { numRuns: 1_000 },
  );
});
