/** The names of rows are those that a record must have, and the error names the member at fault. */
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { ResolvedOperation } from '../../extensions/atomic/parse-operations.ts';
import { parseCreate } from '../../requests/parse/parse-create.ts';
import { parseUpdate } from '../../requests/parse/parse-update.ts';
import { toRow } from '../../requests/parse/to-row.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { buildDocument, buildRelationshipDocument } from '../build/build-document.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeRelationship } from '../serialize/serialize-relationship.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';
import type { ResourceRecord, StoredRecord } from './record.ts';

const api = defineApi({
  articles: {
    id: 'article_id',
    attributes: {
      title: attribute(z.string(), { from: 'head_line' }),
      publishedAt: attribute(z.iso.datetime().optional(), { from: 'published_at' }),
      views: z.number(),
    },
    relationships: {
      author: toOne('people', { from: ['author', 'author_id'] }),
      editor: toOne('people', { from: 'editor_id' }),
      tags: toMany('tags', { from: 'tag_rows' }),
      subject: toOne(['people', 'tags']),
    },
  },
  people: { id: 'person_id', attributes: { name: attribute(z.string(), { from: 'full_name' }) } },
  tags: { attributes: { label: z.string() } },
});
type A = typeof api;

const row = {
  ...{ article_id: 1, head_line: 'x', published_at: new Date(), views: 1, author_id: 9 },
  ...{ author: { person_id: 9, full_name: 'Dan' }, tag_rows: [{ id: 'a', label: 'A' }], hash: 'x' },
};

describe('the names of rows', () => {
  test('are the names of the record', () => {
    expectTypeOf<keyof ResourceRecord<A, 'articles'>>().toEqualTypeOf<
      | 'article_id'
      | 'head_line'
      | 'published_at'
      | 'views'
      | 'author'
      | 'author_id'
      | 'editor_id'
      | 'tag_rows'
      | 'subject'
    >();
    expectTypeOf<keyof StoredRecord<A, 'articles'>>().toEqualTypeOf<
      'id' | 'title' | 'publishedAt' | 'views' | 'author' | 'editor' | 'tags' | 'subject'
    >();
    serialize(api, 'articles', row, { include: ['author'] });
    serialize(api, 'articles', [row], { fields: { articles: ['title'] } });
    serializeStream(api, 'articles', [row]);
    expectTypeOf(buildDocument(api, 'articles', row).data.attributes.title).toEqualTypeOf<string>();
  });

  test('are checked', () => {
    const { head_line: _, ...without } = row;
    // @ts-expect-error A record must have "head_line", but it is missing
    serialize(api, 'articles', without);
    serialize(api, 'articles', without as Omit<typeof row, 'head_line'> & { head_line: string });
    // @ts-expect-error the names of the API are not those of a row
    serialize(api, 'articles', { id: 1, title: 'x', views: 1 });
    // @ts-expect-error a foreign key is an id
    serialize(api, 'articles', { ...row, editor_id: true });
    // @ts-expect-error a related row has the names of its type
    serialize(api, 'articles', { ...row, author: { id: 9, name: 'Dan' } });
    // @ts-expect-error the value of a column
    serialize(api, 'articles', { ...row, head_line: 1 });
  });

  test('are those that functions of the application receive', () => {
    serialize(api, 'articles', row, {
      resources: {
        articles: { meta: ({ article_id, head_line }) => ({ article_id: String(article_id), head_line }) },
        people: { identifierMeta: ({ record }) => ({ name: record?.full_name }) },
      },
    });
  });
});

test('a declaration', () => {
  // @ts-expect-error the member that contains the id is a name
  defineApi({ a: { id: 1 } });
  // @ts-expect-error a name
  attribute(z.string(), { from: 1 });
  // @ts-expect-error an attribute has one member
  attribute(z.string(), { from: ['a', 'b'] });
  // @ts-expect-error names
  toOne('a', { from: [1] });
});

test('the row of an input', () => {
  const created = toRow(api, 'articles', parseCreate(api, 'articles', ''));
  expectTypeOf(created.head_line).toEqualTypeOf<string>();
  expectTypeOf(created.published_at).toEqualTypeOf<string | undefined>();
  expectTypeOf(created.author_id).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(created.article_id).toEqualTypeOf<string | undefined>();
  expectTypeOf<keyof typeof created>().toEqualTypeOf<
    'article_id' | 'head_line' | 'published_at' | 'views' | 'author_id' | 'editor_id'
  >();
  const { article_id, ...changes } = toRow(api, 'articles', parseUpdate(api, 'articles', ''), { id: Number });
  expectTypeOf(article_id).toEqualTypeOf<number>();
  expectTypeOf(changes.editor_id).toEqualTypeOf<number | null | undefined>();
  expectTypeOf(changes.head_line).toEqualTypeOf<string | undefined>();
  // @ts-expect-error a to-many relationship has no column
  changes.tag_rows;
  // @ts-expect-error neither has one with several types
  changes.subject;
});

test('a function for any type passes its records on', () => {
  const text = <Type extends 'articles' | 'people'>(type: Type, record: ResourceRecord<A, Type>): string =>
    serialize(api, type, record);
  text('people', { person_id: 1, full_name: 'Dan' });
});

test('rows of several types have the names of one of them', () => {
  type Name = 'articles' | 'people';
  type Row<Type extends Name = Name> = Type extends Name ? ResourceRecord<A, Type> & { readonly type: Type } : never;
  const each = (type: Name, record: Row, records: readonly Row[]): void => {
    serialize(api, type, record);
    serialize(api, ['articles', 'people'], records);
    // @ts-expect-error A record must have "head_line" or "full_name"
    serialize(api, type, { person_id: 1 });
  };
  expectTypeOf<ResourceRecord<A, Name>>().toEqualTypeOf<ResourceRecord<A, 'articles'> | ResourceRecord<A, 'people'>>();
  expectTypeOf(each).toBeFunction();
});

test('a document about a relationship needs the id of the row', () => {
  serializeRelationship(api, 'articles', row, 'author');
  serializeRelationship(api, 'articles', { article_id: 1, tags: [] }, 'tags');
  // @ts-expect-error the row of an article has no `id`
  buildRelationshipDocument(api, 'articles', { id: 1 }, 'tags');
});

test('a function for the inputs of any type passes them on', () => {
  type Input = { readonly type: 'articles' | 'people'; readonly attributes: object; readonly relationships: object };
  const columns = (input: Input): Readonly<Record<string, unknown>> => toRow(api, input.type, input);
  const applied = (operation: ResolvedOperation<A>): object | undefined =>
    operation.kind === 'resource' && operation.op !== 'remove'
      ? toRow(api, operation.input.type, operation.input)
      : undefined;
  expectTypeOf(columns).toBeFunction();
  expectTypeOf(applied).toBeFunction();
  // @ts-expect-error the input of another type
  toRow(api, 'articles', parseCreate(api, 'people', ''));
});
