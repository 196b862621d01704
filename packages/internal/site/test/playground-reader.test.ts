import { locationOf } from '@linkage/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDeclaration } from '../page/playground/reader/read-declaration.ts';

/** A declaration of one type with these attributes. */
const withAttributes = (attributes: string) => `defineApi({ articles: { attributes: { ${attributes} } } })`;

function accepts(schema: string, value: unknown): boolean {
  const { api, mistake } = readDeclaration(withAttributes(`field: ${schema}`));
  if (api === undefined) throw new Error(mistake.message);
  const result = api.types.get('articles')?.attributes.get('field')?.schema['~standard'].validate(value);
  return (result as { issues?: unknown }).issues === undefined;
}

/** Returns the mistake in a declaration, with the text at its place. */
function mistakeIn(source: string): string {
  const { mistake } = readDeclaration(source);
  if (mistake === undefined) return 'no mistake';
  const { line, column } = locationOf(source, mistake.from);
  return `${line}:${column} ${source.slice(mistake.from, mistake.to)} | ${mistake.message}`;
}

describe('a declaration', () => {
  test('has the types of the library', () => {
    const { api, mistake } = readDeclaration(`
      import { attribute, defineApi, toMany, toOne } from '@linkage/core';
      import * as z from 'zod';
      const stamps = { createdAt: attribute(z.iso.datetime(), { write: false, sort: true }) } as const;
      export const api = defineApi({
        articles: {
          attributes: { title: z.string().min(1), ...stamps, /* three */ 'word-count': (z.int()), },
          relationships: { author: toOne('people', { inverse: "articles" }), about: toMany(['articles', \`people\`]) },
          defaultSort: ['-createdAt'],
        },
        // The second type.
        people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
      });
    `);
    expect(mistake).toBeUndefined();
    const articles = api?.types.get('articles');
    expect([...(articles?.attributes.keys() ?? [])]).toEqual(['title', 'createdAt', 'word-count']);
    expect(articles?.attributes.get('createdAt')).toMatchObject({ write: false, sort: true });
    expect(articles?.relationships.get('author')).toMatchObject({ kind: 'to-one', inverse: 'articles' });
    expect(articles?.relationships.get('about')?.targets).toEqual(['articles', 'people']);
    expect(articles?.defaultSort).toEqual([{ field: 'createdAt', descending: true }]);
  });

  test.each([
    ['z.string().min(2).max(3)', 'ab', 'a'],
    ["z.enum(['draft', 'live'])", 'live', 'other'],
    ['z.number().gte(-1.5)', -1.5, -2],
    ['z.int().multipleOf(0x10)', 32, 33],
    ['z.boolean().nullable()', null, 'true'],
    ['z.literal([1_000, true, null])', null, false],
    ['z.array(z.email()).nonempty()', ['a@b.co'], []],
    ['z.object({ a: z.string(), b: z.number().optional() })', { a: '' }, { b: 1 }],
    ['z.record(z.string(), z.int())', { a: 1 }, { a: 'b' }],
    ['z.tuple([z.string(), z.null()])', ['a', null], ['a']],
    ['z.union([z.string(), z.number()])', 1, true],
    ["z.discriminatedUnion('k', [z.object({ k: z.literal('a') })])", { k: 'a' }, { k: 'b' }],
    ['z.string().regex(/^[a/]\\d+$/i)', 'A1', 'b1'],
    ['z.string().regex(/\'\\/[/"]/)', '\'/"', "'"],
    ["z.literal('\\u00e9\\x41\\n\\u{1F600}\\'')", "éA\n\u{1F600}'", ''],
    ['z.iso.date()', '2026-01-31', '2026-02-30'],
    ['z.string().trim().default("x").describe("Text")', undefined, 1],
  ])('evaluates %s', (schema, good, bad) => {
    expect([accepts(schema, good), accepts(schema, bad)]).toEqual([true, false]);
  });

  test.each([
    ['', '1:1  | The declaration must call `defineApi`.'],
    ['defineApi({ a: {} })\ndefineApi({ a: {} })', '2:1 defineApi | The declaration must call `defineApi` once.'],
    ['const a = 1\nconst a = 2', '2:1 const a = 2 | `a` is already defined.'],
    ['defineApi({ a: }', '1:16 } | Expected a value, but found `}`.'],
    ['defineApi({ a: {} b: {} })', '1:19 b | Expected `,` or `}` here, but found `b`.'],
    ['defineApi({ a: {}, a: {} })', '1:20 a | The object contains the member `a` twice.'],
    ['defineApi({', '1:12  | Expected the name of a member, but found the end of the text.'],
    ["'abc", "1:1 'abc | The text must end with '"],
    ['/* abc', '1:1 /* abc | The comment must end with */'],
    ['/abc', '1:1 / | The regular expression must end with /'],
    ['/(/', '1:1 /(/ | Invalid regular expression: /(/: Unterminated group'],
    ['"\\u12"', '1:2 \\u | \\u is not a valid escape.'],
    [`\`a\${b}\``, '1:3 ${ | The playground does not read expressions in texts.'],
    ['defneApi({})', '1:1 defneApi | `defneApi` is not defined. Did you mean `defineApi`?'],
    ['z.strng()', '1:3 strng | The playground does not have `strng` of `z`. Did you mean `string`?'],
    [
      'z.string().minn(1)',
      '1:12 minn | The playground does not have the method `minn` of this schema. Did you mean `min`?',
    ],
    ['z.string.min', '1:10 min | The value does not have the member `min`.'],
    ['const a = { b: 1 }; a.c', '1:23 c | The value does not have the member `c`.'],
    ['const a = 1; a()', '1:14 a | Only functions can be called.'],
    ['z.array(z.string)', '1:9 z.string | The function must be called.'],
    ['[...1]', '1:5 1 | The value after `...` must be an array.'],
    ["({ ...'a' })", "1:4 ...'a' | The value after `...` must be an object literal."],
    ['let a = 1', /^1:1 let \| The playground reads imports, constants/],
    ["const a: string = 'a'", '1:8 : | A constant must not have a type: the playground does not read types.'],
    ["import { a } from 'a'", /The playground has the modules `@linkage\/core` and `zod` only\.$/],
    ["import { x } from 'zod'", '1:10 x | The playground does not have `x` of zod.'],
    ["import { z as y } from 'zod'", /^1:12 as \| An import must not have another name/],
    [withAttributes('a: attribute(z.string(), { compute: (r) => r })'), /^1:79 => \| The playground does not run func/],
    [withAttributes('a: attribute(z.string(), { compute() {} })'), /^1:66 compute \| The playground does not run func/],
    ['() => 1', /^1:1 \( \| The playground does not run functions/],
    ['(a, b) => 1', /^1:1 \( \| The playground does not run functions/],
    ['({ a }) => a', /^1:9 => \| The playground does not run functions/],
    ['new Function("return 1")()', /^1:1 new \| The playground does not run functions/],
    ['globalThis', '1:1 globalThis | `globalThis` is not defined.'],
    ['z.constructor', '1:3 constructor | The playground does not have `constructor` of `z`.'],
    ['({}).constructor', '1:6 constructor | The value does not have the member `constructor`.'],
    ['[].map', '1:4 map | The value does not have the member `map`.'],
    ['z.string().constructor', /^1:12 constructor \| The playground does not have the method/],
    ['z.string().transform(1)', /^1:12 transform \| The playground does not have the method/],
    ['1 + 1', '1:3 + | Expected `;` or the next statement, but found `+`.'],
    ['\u{1F600}', '1:1 \u{1F600} | Expected a value, but found `\u{1F600}`.'],
    ['0x', '1:2 x | `x` is not defined.'],
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
    [`const a = { relationships: { author: 1 } }; defineApi({ articles: a, ${people} })`, 'author'],
    [`defineApi({ articles: { attributes: { id: z.string() } }, ${people} })`, 'id'],
    [`defineApi({ articles: { attributes: { 'a+b': z.string() } }, ${people} })`, "'a+b'"],
    ["defineApi({ 'a+b': {} })", "'a+b'"],
    ['defineApi({ articles: { atributes: {} } })', 'atributes'],
    ["defineApi({ articles: { defaultSort: ['-age'] } })", "'-age'"],
    ["defineApi({ articles: { attributes: { a: attribute(z.string(), { filter: ['eqq'] }) } } })", "'eqq'"],
    ['defineApi({ articles: { attributes: { a: attribute(z.string(), { filterr: true }) } } })', 'filterr'],
    ['defineApi({ articles: { attributes: { a: attribute(z.string(), { sort: 1 }) } } })', 'sort'],
    ["defineApi({ articles: { attributes: { a: z.string() }, relationships: { a: toOne('articles') } } })", 'a'],
    [`defineApi({ articles: { relationships: { author: toOne('people', { inverse: 'x' }) } }, ${people} })`, "'x'"],
    ['defineApi({ articles: { attributes: { __proto__: z.string() } } })', '__proto__'],
    ['defineApi({ articles: { attributes: { a: z.string().min({}, 1, /a/).max() } } })', undefined],
    ['defineApi(1)', 'defineApi'],
    ['defineApi({})', 'defineApi'],
    ['toOne(1)', 'toOne'],
    ['attribute(z.string())', undefined],
    ['z.enum(1)', undefined],
  ])('%s', (source, place) => {
    const { mistake } = readDeclaration(source);
    if (place !== undefined) expect(mistake && source.slice(mistake.from, mistake.to), mistake?.message).toBe(place);
  });
});

describe('a hostile declaration', () => {
  test('does not grow larger than its limit through constants', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `const a${index + 1} = [...a${index}, ...a${index}];`);
    expect(mistakeIn(`const a0 = [1];\n${lines.join('\n')}`)).toContain('must not have more than 20000 parts');
    const shared = Array.from(
      { length: 40 },
      (_, index) => `const s${index + 1} = z.object({ a: s${index}, b: s${index} }).optional();`,
    );
    expect(mistakeIn(`const s0 = z.string();\n${shared.join('\n')}`)).toContain('must not have more than 20000 parts');
  });

  test.each([
    ['[', 'levels'],
    ['{a:', 'levels'],
    ['(', 'levels'],
    ['z.array(', 'levels'],
    ['a.', 'calls and dots'],
    ['a(', 'levels'],
    ['-', 'Expected'],
    ['/', 'must call'],
    ['/[', 'must end'],
  ])('of 50,000 characters %s has a message', (part, expected) => {
    const started = performance.now();
    const { mistake } = readDeclaration(part.repeat(Math.floor(50_000 / part.length)));
    expect(mistake?.message).toMatch(expected);
    expect(mistakeIn(`a${'.a'.repeat(20_000)}`)).toContain('calls and dots');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('of more than 50,000 characters is not read', () => {
    expect(readDeclaration(' '.repeat(50_001)).mistake?.message).toContain('must not be longer than 50000 characters');
  });

  test('never throws, and its mistake is inside of the text', () => {
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
        'string',
        '"',
        "'",
        '`',
        '\\',
        '/',
        '*',
      ],
      ...['a', 'articles', 'attributes', 'const', '=', '=>', ';', '1', '-', 'as', 'import', 'from', '__proto__', '\n'],
      ...['toOne', 'attribute', 'true', 'export', '\ud800', '\u2028', '#', '@'],
    );
    const anyText = fc.oneof(
      fc.array(parts, { maxLength: 40 }).map((it) => it.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(anyText, (source) => {
        const { mistake } = readDeclaration(source);
        if (mistake === undefined) return;
        expect(mistake.from).toBeGreaterThanOrEqual(0);
        expect(mistake.to).toBeGreaterThanOrEqual(mistake.from);
        expect(mistake.to).toBeLessThanOrEqual(source.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
