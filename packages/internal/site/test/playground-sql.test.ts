import fc from 'fast-check';
import start from 'sql.js';
import { describe, expect, test } from 'vitest';
import { playgroundExamples } from '../generator/playground-examples.ts';
import { answerQuestion } from '../page/playground/answer-question.ts';
import { answerSql } from '../page/playground/sql/answer-sql.ts';
import { formatParameter, formatSql } from '../page/playground/sql/format-sql.ts';
import { readAll } from '../page/playground/sql/read-all.ts';
import { createNames } from '../page/playground/sql/table-names.ts';

const sqlJs = await start();
const declare = (types: string) => `defineApi({ ${types} })`;
const withAttributes = (attributes: string) => declare(`things: { attributes: { ${attributes} } }`);

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: object;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

/** Returns the resources of a document by identity. The order is that of the sources if the request does not decide. */
function resourcesOf(text: string | undefined): ReadonlyMap<string, Resource> {
  const { data, included = [] } = JSON.parse(text ?? '{}');
  return new Map([...[data].flat(), ...included].map((it: Resource) => [`${it.type} ${it.id}`, it]));
}

const sorted = (data: unknown): unknown =>
  Array.isArray(data) ? data.map((it) => JSON.stringify(it)).sort() : JSON.stringify(data);

/** Compares two documents. Sources in memory show the linkage of relationships that the request does not include as well. */
function expectSame(document: string | undefined, expected: string | undefined): void {
  const [stored, memory] = [resourcesOf(document), resourcesOf(expected)];
  expect([...stored.keys()].sort()).toEqual([...memory.keys()].sort());
  for (const [key, { attributes, relationships = {} }] of stored) {
    const other = memory.get(key);
    expect(attributes, key).toEqual(other?.attributes);
    expect(Object.keys(relationships)).toEqual(Object.keys(other?.relationships ?? {}));
    for (const [name, { data }] of Object.entries(relationships)) {
      if (data !== undefined)
        expect(sorted(data), `${key} ${name}`).toEqual(sorted(other?.relationships?.[name]?.data));
    }
  }
}

describe('the statements', () => {
  test.each(playgroundExamples())('of $title respond with the document of the memory sources', async (example) => {
    const { document, text, note, failure } = await answerSql(example, sqlJs);
    expect(failure).toBeUndefined();
    expect(note).toMatch(/^Status 200, \d statements? on SQLite$/);
    expect(text).toContain('-- Statement 1');
    const memory = await answerQuestion({ ...example, view: 'document' });
    expectSame(document, memory.text);
  });

  test.each([
    ['text', 'z.string()', 'it\'s "x"', '"a" text not null'],
    ['an optional text', 'z.enum(["a", "b"]).nullable()', null, '"a" text'],
    ['an integer', 'z.int().positive()', 7, '"a" integer not null'],
    ['a limited integer', 'z.int32().max(5).nullable()', 5, '"a" integer'],
    ['a number without a fraction', 'z.number().int().default(1)', 7, '"a" integer not null'],
    ['literal numbers', 'z.literal([1, 2])', 2, '"a" integer not null'],
    ['a number', 'z.number()', 1.5, '"a" real not null'],
    ['a whole number', 'z.number()', 2, '"a" real not null'],
    ['a boolean', 'z.boolean()', true, '"a" integer not null'],
    ['an object', 'z.object({ b: z.array(z.int()) })', { b: [1] }, '"a" text not null'],
    ['several kinds', 'z.union([z.string(), z.int()])', 1, '"a" text not null'],
    ['any value', 'z.unknown()', { c: 1 }, '"a" text'],
  ])('store %s', async (_, schema, value, column) => {
    const records = JSON.stringify({ things: [{ id: '1', a: value }] });
    const { document, text, failure } = await answerSql(
      { declaration: withAttributes(`a: ${schema}`), records, target: '/things/1' },
      sqlJs,
    );
    expect(failure).toBeUndefined();
    expect(JSON.parse(document ?? '').data.attributes.a).toEqual(value);
    expect(text).toContain(`  ${column}\n`);
  });

  test('store relationships of each kind', async () => {
    const declaration = declare(`
      a: { relationships: { one: toOne('b', { inverse: 'back' }), any: toOne(['a', 'b']), many: toMany('b'),
        both: toMany('b', { inverse: 'sides' }), one_id: toOne('a') } },
      b: { attributes: { back_id: z.string() }, relationships: { back: toMany('a'), sides: toMany('a') } }`);
    const records = JSON.stringify({
      a: [{ id: 1, one: 'x', any: { type: 'b', id: 'x' }, many: ['x', 'y'], both: ['y'], one_id: null }],
      b: [
        { id: 'x', back_id: 'k' },
        { id: 'y', back_id: 'l', sides: [1] },
      ],
    });
    const inputs = { declaration, records, target: '/a?include=one.back,any,many,both.sides,one_id' };
    const { document, failure, text } = await answerSql(inputs, sqlJs);
    expect(failure).toBeUndefined();
    expect(text).toContain('create table "a_both"');
    expectSame(document, (await answerQuestion({ ...inputs, view: 'document' })).text);
  });

  const media = `toMany(['images', 'videos'], { inverse: 'articles' })`;
  test.each([
    ['a relationship of one side', "toMany(['images', 'videos'])", '', '"media_type" text not null'],
    ['both sides', media, "articles: toMany('articles', { inverse: 'media' })", '"media_type" text not null'],
    [
      'a foreign key of each type',
      media,
      "articles: toOne('articles', { inverse: 'media' })",
      '"articles_id" text references "articles"',
    ],
    [
      'columns with a type',
      media,
      "articles: toOne(['articles', 'images'], { inverse: 'media' })",
      '"articles_type" text',
    ],
  ])('store a to-many relationship to several types: %s', async (_, declared, other, created) => {
    const more = other.includes('[') ? "media: toMany(['images', 'videos'], { inverse: 'articles' })," : '';
    const declaration = declare(`images: { relationships: { ${more} ${other} } },
      articles: { relationships: { media: ${declared} } }, videos: { relationships: { ${other} } }`);
    const [image, video] = ['images', 'videos'].map((type) => ({ type, id: '1' }));
    const records = JSON.stringify({
      articles: [{ id: '1', media: [video, image] }, { id: '2', media: [{ type: 'videos', id: '2' }] }, { id: '3' }],
      images: [{ id: '1' }, { id: '2' }],
      videos: [{ id: '1' }, { id: '2' }],
    });
    for (const target of ['/articles?include=media', '/articles/1/media', '/videos?include=articles', '/images']) {
      if (declared !== media && target.includes('include=articles')) continue;
      const { document, failure, text, note } = await answerSql({ declaration, records, target }, sqlJs);
      expect(failure).toBeUndefined();
      expect(note).toMatch(/^Status 200, /);
      expect(text).toContain(created);
      expectSame(document, (await answerQuestion({ declaration, records, target, view: 'document' })).text);
    }
  });

  test.each([
    ['both of its sides are', "toMany(['a', 'b'], { inverse: 'x' })", "toMany(['a', 'b'], { inverse: 'x' })"],
    ['to-one for one target type', "toOne('c', { inverse: 'y' })", "toMany('c', { inverse: 'y' })"],
  ])('have a failure for a relationship that no table can store: %s', async (reason, a, b) => {
    const declaration = declare(`a: { relationships: { x: ${a} } }, b: { relationships: { x: ${b} } },
      c: { relationships: { y: toMany(['a', 'b']${a.includes("'y'") ? ", { inverse: 'x' }" : ''}) } }`);
    const { failure } = await answerSql({ declaration, records: '', target: '/a' }, sqlJs);
    expect(failure).toContain('Kysely sources cannot store');
    expect(failure).toContain(reason);
  });

  test('have the mistakes of the declaration and the records', async () => {
    expect((await answerSql({ declaration: '', records: '', target: '' }, sqlJs)).mistake).toBeDefined();
    const wrong = { declaration: withAttributes('a: z.int()'), records: '{', target: '/' };
    expect((await answerSql(wrong, sqlJs)).recordsMistake).toBeDefined();
  });

  test('do not exist for a request without data', async () => {
    const { note, text } = await answerSql({ ...wrongTarget, declaration: withAttributes('a: z.int()') }, sqlJs);
    expect(note).toBe('Status 404, 0 statements on SQLite');
    expect(text).toContain('did not need a statement');
  });
  const wrongTarget = { records: '', target: '/nothing' };
});

describe('the format of a statement', () => {
  test('has a line for each clause', () => {
    expect(formatSql('select "a" from "from" as "t" where (select 1 from "x" limit ?) = \' from \' order by "a"')).toBe(
      'select "a"\nfrom "from" as "t"\nwhere (select 1\n  from "x"\n  limit ?) = \' from \'\norder by "a"',
    );
  });

  test('has long lists in several lines', () => {
    const columns = Array.from({ length: 9 }, (_, index) => `"member"."column${index}"`).join(', ');
    const lines = formatSql(`select ${columns} from "t"`).split('\n');
    expect(lines.map((line) => line.length).every((length) => length < 85)).toBe(true);
    expect(lines.slice(1, 3)).toEqual([expect.stringMatching(/^ {2}"member"/), expect.stringMatching(/^ {2}"member"/)]);
  });

  test('changes white space only', () => {
    const parts = fc.constantFrom(
      'select',
      'from',
      'where',
      '"',
      "'",
      '(',
      ')',
      ' ',
      ' ',
      'limit',
      '?',
      ',',
      '\u{1f600}',
    );
    fc.assert(
      fc.property(fc.array(parts), (given) => {
        const sql = given.join('');
        expect(formatSql(sql).replaceAll(/\s/g, '')).toBe(sql.replaceAll(/\s/g, ''));
      }),
    );
  });

  test('quotes texts', () => expect(formatParameter("it's")).toBe("'it''s'"));
});

test('names of tables are plain, and each is used once', () => {
  const nameOf = createNames(['id']);
  expect(['a b', 'A_b', 'ID', 'x as y', 'é'].map(nameOf)).toEqual(['a_b', 'A_b_2', 'ID_2', 'x_as_y', 'é']);
});

test('the bytes of a stream are counted', async () => {
  const counts: number[] = [];
  const bytes = await readAll(new Blob(['abc', 'de']).stream(), (count) => counts.push(count));
  expect(new TextDecoder().decode(bytes)).toBe('abcde');
  expect(counts.at(-1)).toBe(5);
});
