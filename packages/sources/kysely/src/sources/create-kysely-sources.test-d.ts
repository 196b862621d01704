import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, defineContext, type SourceCall, type Sources } from '@linkage/server';
import type { ColumnType, Kysely, RawBuilder, Transaction } from 'kysely';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  booleanColumn,
  compareMapping,
  createKyselySources,
  type DatabaseSchema,
  defineMapping,
  jsonColumn,
} from '../index.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { sort: true }),
      labels: z.array(z.string()),
      open: z.boolean().nullable(),
    },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name: z.string() } },
});
/** A database whose interface does not name tables. */
declare const db: Kysely<unknown>;
declare const databaseSchema: DatabaseSchema;

const author = { column: 'author_id' };
const tags = { through: 'article_tag', from: 'article_id', to: 'tag_id' };
const articles = { foreignKey: 'author_id' };

test('sources have every method, for the mapped types, and fit a server', () => {
  const sources = createKyselySources(api, db, {
    articles: {
      table: 'article',
      attributes: { title: 'headline', labels: jsonColumn(), open: booleanColumn('is_open') },
      relationships: { author, tags },
    },
    tags: { table: 'tag' },
  });
  expectTypeOf<keyof typeof sources>().toEqualTypeOf<'articles' | 'tags'>();
  expectTypeOf(sources).toExtend<Partial<Sources<typeof api>>>();
  expectTypeOf(sources).toExtend<Partial<Sources<typeof api, { readonly user: string }>>>();
  expectTypeOf(sources.articles.list).toBeFunction();
});

test('decode and encode know the type of the attribute', () => {
  createKyselySources(api, db, {
    articles: {
      table: 'article',
      attributes: {
        labels: {
          encode: (labels) => {
            expectTypeOf(labels).toEqualTypeOf<string[]>();
            return labels.join();
          },
        },
        // @ts-expect-error -- a title is a string
        title: { decode: () => 5 },
      },
      relationships: { author, tags },
    },
  });
});

test('names that the API does not have, and relationships of the other kind, do not compile', () => {
  // @ts-expect-error -- no such type
  createKyselySources(api, db, { films: { table: 'film' } });
  // @ts-expect-error -- no such attribute
  createKyselySources(api, db, { tags: { table: 'tag', attributes: { nam: 'x' } } });
  // @ts-expect-error -- people.articles is missing
  createKyselySources(api, db, { people: { table: 'person' } });
  // @ts-expect-error -- to-many
  createKyselySources(api, db, { people: { table: 'person', relationships: { articles: author } } });
  // @ts-expect-error -- to-one
  createKyselySources(api, db, { articles: { table: 'article', relationships: { author: tags, tags } } });
  // @ts-expect-error -- no such relationship
  createKyselySources(api, db, { people: { table: 'person', relationships: { articles, films: author } } });
  createKyselySources(api, db, { people: { table: 'person', relationships: { articles: null } } });
});

test('the results of writes are never jobs', () => {
  const { tags: source } = createKyselySources(api, db, { tags: { table: 'tag' } });
  expectTypeOf<Awaited<ReturnType<typeof source.create>>>().toExtend<{ readonly id: unknown }>();
  expectTypeOf<Awaited<ReturnType<typeof source.delete>>>().toEqualTypeOf<boolean>();
});

interface Tables {
  readonly tag: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly 'app.article': {
    readonly id: string;
    readonly title: string;
    readonly labels: string;
    readonly is_open: number;
    readonly author_id: string;
  };
  readonly article_tag: { readonly article_id: string; readonly tag_id: string };
}
declare const typed: Kysely<Tables>;

test('functions of the mapping know the context, hooks and actions the transaction, and the server has the same context', () => {
  const context = defineContext(({ headers }) => ({ tenant: String(headers['x-tenant']) }));
  const others = { people: {}, articles: {} };
  const sources = createKyselySources(
    api,
    typed,
    {
      tags: {
        table: 'tag',
        where: { name: ({ context: { tenant } }) => tenant },
        onCreate: {
          id: (call, input) => {
            expectTypeOf(call.context).toEqualTypeOf<{ tenant: string }>();
            return `${call.context.tenant} ${input.id}`;
          },
          // @ts-expect-error -- no such member of the context
          name: (call) => call.context.user,
        },
      },
    },
    { context },
  );
  const server = createServer(
    api,
    { ...others, ...sources },
    {
      context,
      access: {
        tags: {
          create(_, { call }) {
            expectTypeOf(call.transaction).toEqualTypeOf<Transaction<Tables> | undefined>();
            return true;
          },
        },
        people: { create: (_, { call }) => call.transaction === undefined },
      },
      hooks: {
        tags: {
          create: {
            async after({ call }) {
              await call.transaction.insertInto('person').values({ id: '1', name: 'Ann' }).execute();
              // @ts-expect-error -- no such table
              call.transaction.insertInto('persons');
            },
          },
        },
      },
    },
  );
  server.transaction({ context: { tenant: 'a' } }, async ({ call }) => {
    expectTypeOf(call.transaction).toEqualTypeOf<Transaction<Tables>>();
  });
  // @ts-expect-error -- another context
  createServer(api, { ...others, ...sources }, { context: () => ({ user: 'Ann' }) });
  // @ts-expect-error -- a part of the context is missing
  createServer(api, { ...others, ...sources }, { context: (): object => ({ user: 'Ann' }) });
});

const dates = { decode: (text: string) => new Date(text), encode: (date: Date) => date.toISOString() };

test('a column is converted from the output of the schema and back, without null', () => {
  const notes = defineApi({
    notes: { attributes: { at: z.codec(z.iso.datetime(), z.date(), dates).nullable(), size: z.number() } },
  });
  createKyselySources(notes, db, {
    notes: {
      table: 'note',
      attributes: {
        at: { decode: (stored) => new Date(String(stored)), encode: (value) => value.toISOString() },
        size: {
          decode: Number,
          encode: (value) => {
            expectTypeOf(value).toEqualTypeOf<number>();
            return value;
          },
        },
      },
    },
  });
  createKyselySources(notes, db, {
    // @ts-expect-error -- the attribute is a number
    notes: { table: 'note', attributes: { size: { decode: (stored) => String(stored) } } },
  });
  // @ts-expect-error -- the attribute is a number
  createKyselySources(notes, db, { notes: { table: 'note', attributes: { size: { encode: (it) => it.trim() } } } });
});

test('with the interface of the database, tables and columns that do not exist do not compile', () => {
  const through = { through: 'article_tag', from: 'article_id', to: 'tag_id' } as const;
  createKyselySources(api, typed, {
    articles: {
      table: 'app.article',
      attributes: {
        title: 'title',
        labels: jsonColumn(),
        open: { column: 'is_open', decode: (stored) => stored === 1 },
      },
      relationships: { author: { column: 'author_id' }, tags: through },
    },
    tags: { table: 'tag', id: 'id' },
    people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
  });
  // @ts-expect-error -- no such table
  createKyselySources(api, typed, { tags: { table: 'tags' } });
  // @ts-expect-error -- no such column
  createKyselySources(api, typed, { tags: { table: 'tag', attributes: { name: 'title' } } });
  // @ts-expect-error -- no such column
  createKyselySources(api, typed, { tags: { table: 'tag', id: 'key' } });
  // @ts-expect-error -- a column of another table
  createKyselySources(api, typed, { tags: { table: 'tag', attributes: { name: { column: 'author_id' } } } });
  const unknown = { articles: { foreignKey: 'writer_id' } } as const;
  // @ts-expect-error -- no such column in any table
  createKyselySources(api, typed, { people: { table: 'person', relationships: unknown } });
  createKyselySources(api, typed, {
    tags: {
      table: 'tag',
      where: { name: ({ context }: SourceCall<{ readonly user: string }>) => context.user },
      softDelete: { name: 'deleted' },
    },
  });
  createKyselySources(api, typed, {
    tags: {
      table: 'tag',
      where: (row, eb) => {
        expectTypeOf(row('name')).toEqualTypeOf<RawBuilder<string>>();
        const links = eb.selectFrom('article_tag').whereRef('article_tag.tag_id', '=', row('id')).select('tag_id');
        return eb.and([eb(row('name'), '!=', 'x'), eb.exists(links)]);
      },
    },
  });
  createKyselySources(api, typed, { tags: { table: 'tag', where: true, softDelete: { name: 'deleted' } } });
  // @ts-expect-error -- all rows, or those that match a row filter
  createKyselySources(api, typed, { tags: { table: 'tag', where: false } });
  // @ts-expect-error -- no such column
  createKyselySources(api, typed, { tags: { table: 'tag', where: { deleted_at: null } } });
  // @ts-expect-error -- a value of another type
  createKyselySources(api, typed, { tags: { table: 'tag', where: { name: 5 } } });
  // @ts-expect-error -- no such column
  createKyselySources(api, typed, { tags: { table: 'tag', where: (row, eb) => eb(row('deleted_at'), 'is', null) } });
  createKyselySources(api, typed, {
    tags: { table: 'tag', attributes: { name: { expression: (row, eb) => eb.fn('lower', [row('name')]) } } },
  });
  createKyselySources(api, typed, {
    // @ts-expect-error -- no such column
    tags: { table: 'tag', attributes: { name: { expression: (row) => row('title') } } },
  });
  const wrong = { ...through, to: 'id' } as const;
  createKyselySources(api, typed, {
    // @ts-expect-error -- a column that the join table does not have
    articles: { table: 'app.article', relationships: { author: { column: 'author_id' }, tags: wrong } },
  });
});

const several = defineApi({
  comments: { attributes: {}, relationships: { subject: toOne(['articles', 'videos']) } },
  articles: { attributes: {}, relationships: { comments: toMany('comments'), mixed: toMany(['comments', 'videos']) } },
  videos: { attributes: {} },
  lines: { attributes: {}, relationships: { line: toOne('lines') } },
});
interface SeveralTables {
  readonly comment: { readonly id: string; readonly subject_id: string; readonly subject_type: string };
  readonly article: { readonly id: string };
  readonly video: { readonly id: string };
  readonly line: {
    readonly order_id: number;
    readonly line_no: number;
    readonly next_id: number;
    readonly next_no: number;
  };
}
declare const severalDb: Kysely<SeveralTables>;

test('an attribute without a column of its name needs a mapping', () => {
  const named = defineApi({ tags: { attributes: { label: z.string(), color: z.string() } } });
  interface Tags {
    tag: { id: string; title: string; color: string };
  }
  const database = {} as Kysely<Tags>;
  createKyselySources(named, database, { tags: { table: 'tag', attributes: { label: 'title' } } });
  // @ts-expect-error -- the table has no column `label`
  createKyselySources(named, database, { tags: { table: 'tag' } });
  // @ts-expect-error -- the table has no column `label`
  createKyselySources(named, database, { tags: { table: 'tag', attributes: { color: 'color' } } });
  createKyselySources(named, database, {
    tags: { table: 'tag', attributes: { label: { column: 'title', decode: (it) => String(it) } } },
  });
  createKyselySources(named, {} as Kysely<unknown>, { tags: { table: 'tag' } });
  createKyselySources(named, {} as Kysely<{ tag: object }>, { tags: { table: 'tag' } });
  const computed = defineApi({
    tags: { attributes: { color: z.string(), label: attribute(z.string(), { compute: () => '' }) } },
  });
  createKyselySources(computed, database, { tags: { table: 'tag' } });
});

test('columns and values of a relationship with several target types', () => {
  const typed = { column: 'subject_id', typeColumn: 'subject_type' } as const;
  createKyselySources(several, severalDb, {
    comments: { table: 'comment', relationships: { subject: { ...typed, types: { articles: 'Article', videos: 2 } } } },
    articles: {
      table: 'article',
      relationships: {
        comments: { foreignKey: 'subject_id', typeColumn: 'subject_type', typeValue: 'Article' },
        mixed: null,
      },
    },
  });
  createKyselySources(several, severalDb, { comments: { table: 'comment', relationships: { subject: typed } } });
  createKyselySources(several, severalDb, { comments: { table: 'comment', relationships: { subject: null } } });
  const films = { ...typed, types: { films: 'Film' } } as const;
  // @ts-expect-error -- no such target type
  createKyselySources(several, severalDb, { comments: { table: 'comment', relationships: { subject: films } } });
  const untyped = { column: 'subject_id' } as const;
  // @ts-expect-error -- no column of the type
  createKyselySources(several, severalDb, { comments: { table: 'comment', relationships: { subject: untyped } } });
  const wrong = { ...typed, typeColumn: 'type' } as const;
  // @ts-expect-error -- no such column
  createKyselySources(several, severalDb, { comments: { table: 'comment', relationships: { subject: wrong } } });
  const comments = { foreignKey: 'subject_id', typeColumn: 'kind' } as const;
  createKyselySources(several, severalDb, {
    // @ts-expect-error -- no such column in any table
    articles: { table: 'article', relationships: { comments, mixed: null } },
  });
  const mixed = { foreignKey: 'subject_id' } as const;
  createKyselySources(several, severalDb, {
    // @ts-expect-error -- a to-many relationship with several target types
    articles: { table: 'article', relationships: { comments: mixed, mixed } },
  });
});

const many = defineApi({
  articles: { attributes: {}, relationships: { attachments: toMany(['images', 'videos']) } },
  images: { attributes: {}, relationships: { articles: toMany('articles') } },
  videos: { attributes: {} },
  people: { attributes: {}, relationships: { writings: toMany(['images', 'videos']) } },
});
interface ManyTables {
  readonly article: { readonly id: string };
  readonly image: { readonly id: string; readonly author_id: string };
  readonly video: { readonly id: string; readonly author_id: string };
  readonly person: { readonly id: string };
  readonly attachment: { readonly article_id: string; readonly target_type: string; readonly target_id: string };
}
declare const manyDb: Kysely<ManyTables>;

test('columns and values of a to-many relationship with several target types', () => {
  const join = { through: 'attachment', from: 'article_id', to: 'target_id' } as const;
  const typed = { ...join, typeColumn: 'target_type' } as const;
  const turned = { ...typed, from: 'target_id', to: 'article_id' } as const;
  createKyselySources(many, manyDb, {
    articles: { table: 'article', relationships: { attachments: { ...typed, types: { images: 'Image', videos: 2 } } } },
    images: { table: 'image', relationships: { articles: { ...turned, typeValue: 'Image', onDelete: 'cascade' } } },
    people: {
      table: 'person',
      relationships: {
        writings: { targets: { images: { foreignKey: 'author_id', onDelete: 'cascade' }, videos: join } },
      },
    },
  });
  createKyselySources(many, manyDb, { articles: { table: 'article', relationships: { attachments: typed } } });
  createKyselySources(many, manyDb, { articles: { table: 'article', relationships: { attachments: null } } });
  // @ts-expect-error -- no column of the type
  createKyselySources(many, manyDb, { articles: { table: 'article', relationships: { attachments: join } } });
  const films = { ...typed, types: { films: 'Film' } } as const;
  // @ts-expect-error -- no such target type
  createKyselySources(many, manyDb, { articles: { table: 'article', relationships: { attachments: films } } });
  const wrong = { ...typed, typeColumn: 'kind' } as const;
  // @ts-expect-error -- no such column of the join table
  createKyselySources(many, manyDb, { articles: { table: 'article', relationships: { attachments: wrong } } });
  const other = { ...turned, typeColumn: 'author_id' } as const;
  // @ts-expect-error -- a column of another table
  createKyselySources(many, manyDb, { images: { table: 'image', relationships: { articles: other } } });
  const effect = { ...turned, onDelete: 'set null' } as const;
  // @ts-expect-error -- no such effect on the rows of a join table
  createKyselySources(many, manyDb, { images: { table: 'image', relationships: { articles: effect } } });
  const missing = { targets: { images: { foreignKey: 'author_id' } } } as const;
  // @ts-expect-error -- a target type without a mapping
  createKyselySources(many, manyDb, { people: { table: 'person', relationships: { writings: missing } } });
  const key = { foreignKey: 'author_id' } as const;
  // @ts-expect-error -- several target types
  createKyselySources(many, manyDb, { people: { table: 'person', relationships: { writings: key } } });
});

test('columns of an id of several columns', () => {
  const line = { column: ['next_id', 'next_no'] } as const;
  createKyselySources(several, severalDb, {
    lines: { table: 'line', id: ['order_id', 'line_no'], idType: ['integer', 'integer'], relationships: { line } },
  });
  createKyselySources(several, severalDb, {
    // @ts-expect-error -- no such column
    lines: { table: 'line', id: ['order_id', 'no'], relationships: { line } },
  });
  // @ts-expect-error -- one column in an array
  createKyselySources(several, severalDb, { lines: { table: 'line', id: ['order_id'], relationships: { line } } });
  const wrong = { column: ['next_id', 'no'] } as const;
  // @ts-expect-error -- no such column
  createKyselySources(several, severalDb, { lines: { table: 'line', id: 'order_id', relationships: { line: wrong } } });
  createKyselySources(several, severalDb, {
    // @ts-expect-error -- one target type
    lines: { table: 'line', id: 'order_id', relationships: { line: { column: 'next_id', typeColumn: 'next_no' } } },
  });
});

test('a mapping of its own knows the API, and fits the sources', () => {
  const mapping = defineMapping(api, {
    articles: {
      table: 'article',
      attributes: {
        title: 'headline',
        labels: {
          encode: (labels) => {
            expectTypeOf(labels).toEqualTypeOf<string[]>();
            return labels.join();
          },
        },
      },
      relationships: { author, tags },
    },
    tags: { table: 'tag', idType: 'integer' },
  });
  const sources = createKyselySources(api, db, mapping);
  expectTypeOf<keyof typeof sources>().toEqualTypeOf<'articles' | 'tags'>();
  expectTypeOf(compareMapping(api, db, mapping, databaseSchema)).toExtend<readonly object[]>();
  // @ts-expect-error -- no such type
  defineMapping(api, { films: { table: 'film' } });
  // @ts-expect-error -- no such attribute
  defineMapping(api, { tags: { table: 'tag', attributes: { nam: 'x' } } });
  // @ts-expect-error -- people.articles is missing
  defineMapping(api, { people: { table: 'person' } });
  // @ts-expect-error -- to-many
  defineMapping(api, { people: { table: 'person', relationships: { articles: author } } });
});

test('a mapping of its own knows the context that it names', () => {
  const context = defineContext(async () => ({ tenant: 'a' }));
  const mapping = defineMapping(
    api,
    {
      tags: {
        table: 'tag',
        onCreate: {
          tenant: (call) => {
            expectTypeOf(call.context).toEqualTypeOf<{ tenant: string }>();
            return call.context.tenant;
          },
        },
      },
    },
    { context },
  );
  expectTypeOf(compareMapping(api, db, mapping, databaseSchema)).toExtend<readonly object[]>();
  createKyselySources(api, db, mapping, { context });
  // @ts-expect-error -- the sources have another context
  createKyselySources(api, db, mapping, { context: () => ({ user: 'a' }) });
  // @ts-expect-error -- the context is unknown without the option
  defineMapping(api, { tags: { table: 'tag', onCreate: { tenant: (call) => call.context.tenant } } });
});

test('an attribute is mapped to a column whose values it can have', () => {
  const samples = defineApi({
    samples: {
      attributes: {
        count: z.int(),
        kind: z.enum(['a', 'b']),
        at: z.iso.datetime(),
        on: z.boolean(),
        data: z.looseObject({}),
      },
    },
  });
  interface Row {
    id: string;
    count: number;
    kind: string;
    at: ColumnType<Date, Date | string, Date | string>;
    on: number;
    data: string;
    digits: ColumnType<string, string | number, string | number>;
    size: bigint | null;
    words: string | null;
  }
  const typed = db as Kysely<{ sample: Row; other: Omit<Row, 'count'> & { count: string } }>;
  createKyselySources(samples, typed, { samples: { table: 'sample' } });
  createKyselySources(samples, typed, { samples: { table: 'sample', attributes: { count: 'size', kind: 'words' } } });
  createKyselySources(samples, typed, {
    samples: { table: 'other', attributes: { count: { column: 'count', decode: Number } } },
  });
  createKyselySources(samples, typed, {
    // @ts-expect-error: the column `count` of this table has strings.
    samples: { table: 'other' },
  });
  createKyselySources(samples, typed, {
    samples: {
      table: 'sample',
      attributes: {
        // @ts-expect-error: the column has strings.
        count: 'digits',
        // @ts-expect-error: the column has numbers.
        kind: 'on',
        // @ts-expect-error: the column has strings.
        on: 'words',
      },
    },
  });
});
