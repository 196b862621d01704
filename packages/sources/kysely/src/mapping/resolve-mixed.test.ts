import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columnsSchema } from '../../test/columns-schema.ts';
import type { DatabaseSchema } from '../dialects/database-schema.ts';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { resolveTables } from './resolve-tables.ts';
import { storageOf } from './storage.ts';

const api = defineApi({
  articles: { relationships: { attachments: toMany(['images', 'videos'], { inverse: 'articles' }) } },
  images: { relationships: { articles: toMany('articles') } },
  videos: { relationships: { articles: toMany('articles') } },
});
const attachments = {
  ...{ through: 'attachment', from: 'article_id', to: 'target_id' },
  ...{ typeColumn: 'target_type', types: { images: 'Image', videos: 'Video' } },
};
const articles = { through: 'attachment', from: 'target_id', to: 'article_id', typeColumn: 'target_type' };
type Changes = { readonly attachments?: object; readonly images?: object; readonly videos?: object };

function tablesOf(changes: Changes, databaseSchema?: DatabaseSchema) {
  const mapping = {
    articles: { table: 'article', relationships: { attachments: { ...attachments, ...changes.attachments } } },
    images: { table: 'image', relationships: { articles: { ...articles, ...changes.images } } },
    videos: { table: 'video', newId: () => '1', relationships: { articles }, ...changes.videos },
  };
  return resolveTables(api, mapping as never, { dialect: sqliteDialect, databaseSchema });
}

describe('a join table with a type column', () => {
  test('the value of a type is that of the inverse relationship, or its name', () => {
    const linksOf = (tables: ReturnType<typeof tablesOf>, type: string) => tables.get(type)?.storages.get('articles');
    expect(linksOf(tablesOf({}), 'images')).toMatchObject({ typed: { column: 'target_type', value: 'Image' } });
    const named = tablesOf({ attachments: { types: { videos: 2 } } });
    expect(linksOf(named, 'images')).toMatchObject({ typed: { value: 'images' } });
    expect(linksOf(named, 'videos')).toMatchObject({ typed: { value: 2 } });
  });

  test('both relationships are known to the server', () => {
    const tables = tablesOf({});
    const [of, back] = ['articles', 'images'].map((name) => storageOf(tables.get(name) as never));
    expect(of?.['attachments']).toEqual({
      storedIn: 'apart',
      inverses: [
        { type: 'images', relationship: 'articles' },
        { type: 'videos', relationship: 'articles' },
      ],
    });
    expect(back?.['articles']).toEqual({
      storedIn: 'apart',
      inverses: [{ type: 'articles', relationship: 'attachments' }],
    });
  });

  test.each<[string, Changes, string]>([
    [
      'no type column',
      { attachments: { typeColumn: undefined } },
      'articles.attachments must contain `typeColumn`, because the relationship has several target types',
    ],
    ['no column of the id', { attachments: { to: undefined } }, 'articles.attachments must contain `from` and `to`'],
    [
      'one column for both',
      { attachments: { typeColumn: 'target_id' } },
      'mapping.articles.relationships.attachments: `typeColumn` must not be a column of an id, but it is "target_id"',
    ],
    ['an unknown type', { attachments: { types: { films: 'x' } } }, 'attachments.types: unknown target type "films"'],
    [
      'two equal values',
      { attachments: { types: { images: 'x', videos: 'x' } } },
      '"images" and "videos" must not have the same value, "x"',
    ],
    [
      'no value',
      { attachments: { types: { images: true } } },
      'types.images must be a string or an integer, but it is true',
    ],
    [
      'an effect of a deletion, which a foreign key decides',
      { attachments: { onDelete: 'cascade' } },
      'must contain neither `typeValue` nor `onDelete`',
    ],
    [
      'the mappings of each type besides',
      { attachments: { targets: {} } },
      'must contain either `through` with `typeColumn`, or `targets`',
    ],
    [
      'another value on the inverse relationship',
      { images: { typeValue: 'Photo' } },
      '`typeValue` must be "Image", as in `articles.attachments`, but it is "Photo"',
    ],
    [
      'no type on the inverse relationship',
      { images: { typeColumn: undefined } },
      '`typeColumn` must be "target_type", because `articles.attachments` stores ids of several types in the column "target_id"',
    ],
    [
      'another table on the inverse relationship',
      { images: { through: 'image_article' } },
      'the inverse `images.articles` must be stored in the same columns, but it is stored in the join table "image_article" ("target_id", "article_id", "target_type"), and `attachments` in the join table "attachment" ("article_id", "target_id", "target_type")',
    ],
    [
      'an effect that a join table does not have',
      { images: { onDelete: 'set null' } },
      'mapping.images.relationships.articles: `onDelete` must not be "set null"',
    ],
    [
      'an id of several columns',
      { videos: { table: 'video', id: ['a', 'b'], relationships: { articles: null } } },
      'mapping.articles.relationships.attachments must not contain `through`, because the id of "videos" has several columns',
    ],
  ])('%s is rejected', (_, changes, message) => {
    expect(() => tablesOf(changes)).toThrow(message);
  });

  test('a type column needs its effect of a deletion, and other join tables have foreign keys', () => {
    const links = { ...articles, typeColumn: undefined, onDelete: 'cascade' };
    const mapping = { images: { table: 'image', relationships: { articles: links } } };
    expect(() => resolveTables(api, mapping as never, { dialect: sqliteDialect, databaseSchema: undefined })).toThrow(
      'images.articles must contain `foreignKey` or `typeColumn`, because it contains `onDelete`',
    );
  });

  const columns = {
    ...{ article: { id: 'text' }, image: { id: 'text' }, video: { id: 'text' } },
    attachment: { article_id: 'text', target_id: 'text', target_type: 'text' },
  };
  test.each<[string, Changes, object, string]>([
    [
      'an unknown column of the type',
      { attachments: { typeColumn: 'target_typ' } },
      columns,
      'the table does not have a column "target_typ". Did you mean "target_type"?',
    ],
    [
      'an unknown table',
      { attachments: { through: 'attachments' } },
      columns,
      'the database does not have a table "attachments". Did you mean "attachment"?',
    ],
    [
      'a column of the id with another type',
      {},
      { ...columns, video: { id: 'integer' } },
      'the column "target_id" must have the type of the ids of "videos", integer, but its type is text',
    ],
  ])('with a database schema, %s is rejected', (_, changes, tables, message) => {
    expect(() => tablesOf(changes, columnsSchema(tables as never))).toThrow(message);
    expect(tablesOf({}, columnsSchema(columns)).size).toBe(3);
  });
});

const authors = defineApi({
  people: { relationships: { writings: toMany(['comments', 'notes'], { inverse: 'author' }) } },
  comments: { attributes: { text: z.string() }, relationships: { author: toOne('people') } },
  notes: {
    attributes: { owner: attribute(z.string(), { write: false }) },
    relationships: { author: toOne('people', { onDelete: 'cascade' }) },
  },
});
const writings = { comments: { foreignKey: 'author_id' }, notes: { foreignKey: 'author_id', onDelete: 'cascade' } };

function authorTables(given: object, notes: object = {}) {
  const author = { column: 'author_id' };
  const mapping = {
    people: { table: 'person', relationships: { writings: given } },
    comments: { table: 'comment', relationships: { author } },
    notes: { table: 'note', relationships: { author }, ...notes },
  };
  return resolveTables(authors, mapping as never, { dialect: sqliteDialect, databaseSchema: undefined });
}

describe('a mapping for each target type', () => {
  test('the server knows which types a deletion deletes', () => {
    const tables = authorTables({ targets: writings });
    const [people, comments, notes] = ['people', 'comments', 'notes'].map((name) =>
      storageOf(tables.get(name) as never),
    );
    expect(people?.['writings']).toEqual({
      storedIn: 'related',
      inverses: [
        { type: 'comments', relationship: 'author' },
        { type: 'notes', relationship: 'author' },
      ],
      deletesRecords: ['notes'],
    });
    const inverses = [{ type: 'people', relationship: 'writings' }];
    expect(comments?.['author']).toEqual({ storedIn: 'record', inverses });
    expect(notes?.['author']).toEqual({ storedIn: 'record', inverses, deletesRecords: true });
  });

  test.each<[string, object, object, string]>([
    [
      'neither a join table nor a mapping of each type',
      { foreignKey: 'author_id' },
      {},
      'people.writings must contain either `through` with `typeColumn`, or `targets` with the mapping of each target type',
    ],
    ['a missing type', { targets: { notes: writings.notes } }, {}, 'writings.targets must contain `comments`'],
    [
      'an unknown type',
      { targets: { ...writings, films: writings.notes } },
      {},
      'writings.targets: unknown target type "films"',
    ],
    [
      'an unknown member',
      { targets: { ...writings, notes: { foreignkey: 'author_id' } } },
      {},
      'writings.targets.notes: unknown member "foreignkey". Did you mean `foreignKey`?',
    ],
    [
      'no column',
      { targets: { ...writings, notes: {} } },
      {},
      'people.writings.targets.notes must contain `foreignKey` or `through`',
    ],
    [
      'a join table besides a foreign key',
      { targets: { ...writings, notes: { through: 'person_note', from: 'person_id', to: 'note_id' } } },
      {},
      'writings.targets: "comments" and "notes" must both have a `foreignKey`, or both a join table',
    ],
    [
      'several types in one part',
      { targets: { ...writings, notes: { ...writings.notes, types: {} } } },
      {},
      'writings.targets.notes must contain neither `types` nor `targets`',
    ],
    [
      'another column on the inverse relationship',
      { targets: { ...writings, comments: { foreignKey: 'person_id' } } },
      {},
      'the inverse `comments.author` must be stored in the same columns, but it is stored in "author_id", and `writings` in "person_id" of "comment", "author_id" of "note"',
    ],
    [
      'another effect of a deletion',
      { targets: { ...writings, notes: { foreignKey: 'author_id', onDelete: 'restrict' } } },
      {},
      '`onDelete` is "restrict", but `notes.author` declares "cascade"',
    ],
    [
      'a column that the server writes',
      { targets: writings },
      { onUpdate: { author_id: 'p' }, relationships: { author: null } },
      'mapping.notes.onUpdate: clients can write the column "author_id" as the relationship "people.writings"',
    ],
  ])('%s is rejected', (_, given, notes, message) => {
    expect(() => authorTables(given, notes)).toThrow(message);
  });

  test('a join table for each type', () => {
    const links = { from: 'person_id', to: 'id' };
    const apart = defineApi({
      people: { relationships: { writings: toMany(['comments', 'notes']) } },
      comments: {},
      notes: {},
    });
    const targets = { comments: { through: 'person_comment', ...links }, notes: { through: 'person_note', ...links } };
    const mapping = {
      people: { table: 'person', relationships: { writings: { targets } } },
      comments: { table: 'comment' },
      notes: { table: 'note' },
    };
    const tables = resolveTables(apart, mapping as never, { dialect: sqliteDialect, databaseSchema: undefined });
    expect(storageOf(tables.get('people') as never)['writings']).toEqual({ storedIn: 'apart', inverses: [] });
  });

  test('a foreign key with a type column in each table', () => {
    const subjects = defineApi({
      articles: { relationships: { remarks: toMany(['comments', 'notes'], { inverse: 'subject' }) } },
      videos: { relationships: {} },
      comments: { relationships: { subject: toOne(['articles', 'videos']) } },
      notes: { relationships: { subject: toOne(['articles', 'videos']) } },
    });
    const subject = { column: 'subject_id', typeColumn: 'subject_type', types: { articles: 'Article' } };
    const remark = { foreignKey: 'subject_id', typeColumn: 'subject_type', onDelete: 'cascade' };
    const mapping = {
      articles: {
        table: 'article',
        relationships: { remarks: { targets: { comments: remark, notes: { ...remark, onDelete: 'set null' } } } },
      },
      videos: { table: 'video' },
      comments: { table: 'comment', relationships: { subject } },
      notes: { table: 'note', relationships: { subject } },
    };
    const tables = resolveTables(subjects, mapping as never, { dialect: sqliteDialect, databaseSchema: undefined });
    const inverses = [{ type: 'articles', relationship: 'remarks' }];
    expect(storageOf(tables.get('comments') as never)['subject']).toEqual({
      ...{ storedIn: 'record', inverses },
      deletesRecords: ['articles'],
      keptOnDelete: ['videos'],
    });
    expect(storageOf(tables.get('notes') as never)['subject']).toEqual({
      ...{ storedIn: 'record', inverses },
      keptOnDelete: ['videos'],
    });
  });
});
