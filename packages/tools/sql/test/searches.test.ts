/** An index of words becomes the operator `search` of the attribute whose strings it contains. */
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { databases } from '../../../sources/kysely/test/databases.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { declareModel, draftFiles, draftModel } from '../src/index.ts';
import { kinds } from './column-values.ts';

const scripts = {
  postgres: `
    create table article (
      id integer primary key, title varchar(80) not null, body text, password text, note text,
      words tsvector generated always as (to_tsvector('english', title || ' ' || coalesce(body, ''))) stored,
      note_words tsvector generated always as (setweight(to_tsvector('simple', coalesce(note, '')), 'A')) stored,
      mixed_words tsvector generated always as (to_tsvector('english', coalesce(note, '') || coalesce(password, ''))) stored,
      own_words tsvector,
      text_words tsvector generated always as (to_tsvector('german', coalesce(body, ''))) stored
    );
    create index on article using gin (words);
    create index on article using gin (note_words);
    create index on article using gin (mixed_words);
    create index on article using gin (own_words);`,
  mysql: `
    create table article (id integer primary key, title varchar(80) not null, body text, password text, note text);
    create fulltext index words on article (title, body);
    create fulltext index note_words on article (note);
    create fulltext index mixed_words on article (body, password);`,
} as const;
const rows = `insert into article (id, title, body, note) values
  (1, 'Planting', 'How to plant trees', 'stones'), (2, 'Stones', 'A wall of stones', 'trees');`;

describe.each(databases.filter(({ name }) => name !== 'SQLite'))('$name', ({ name, missing, open }) => {
  const kind = kinds[name] === 'mysql' ? 'mysql' : 'postgres';
  describe.skipIf(missing !== undefined)(missing ?? 'searches', () => {
    const database = useDatabase<never>(open, `${scripts[kind]}${rows}`);

    test('are drafted, and find words', async () => {
      const databaseSchema = await readDatabaseSchema(database.db);
      const model = draftModel(databaseSchema, { database: kind, tables: ['article'] });
      const attributes = model.types[0]?.attributes ?? [];
      const columns = kind === 'mysql' ? ['title', 'body'] : ['words'];
      const language = (text: string) => (kind === 'mysql' ? {} : { language: text });
      expect(attributes.map((it) => [it.column, it.filter, it.search])).toEqual([
        ['title', ['search'], { mapping: { columns, ...language('english') }, covers: ['title', 'body'] }],
        ['body', false, undefined],
        [
          ...['note', ['search']],
          { mapping: kind === 'mysql' ? undefined : { columns: ['note_words'], language: 'simple' }, covers: ['note'] },
        ],
      ]);
      const leftOut = model.notes.filter((it) => it.kind === 'left out').map(({ column }) => column);
      expect(leftOut).toEqual(kind === 'mysql' ? [] : ['mixed_words', 'own_words', 'text_words']);
      const files = draftFiles(model, { database: 'x' });
      expect(files['api.ts']).toContain("{ filter: ['search'] }), // search: the words of title, body");
      expect(files['sources.ts']).toContain("title: { column: 'title', search: { columns: [");

      const { api, mapping } = declareModel(model);
      const sources = createKyselySources(api, database.db, mapping as never, { databaseSchema });
      const send = requestsTo(createServer(api, sources as never) as never);
      const found = async (field: string, text: string) =>
        (await send(`GET /articles?filter[${field}][search]=${text}`)).document.data.map((it: { id: string }) => it.id);
      expect([await found('title', 'trees'), await found('note', 'trees')]).toEqual([['1'], ['2']]);
      const all = draftModel(databaseSchema, { database: kind, tables: ['article'], filter: 'all' }).types[0]
        ?.attributes;
      const [, body] = all ?? [];
      expect(all?.[0]?.filter).toEqual(expect.arrayContaining(['eq', 'contains', 'search']));
      expect(body?.search).toEqual(
        kind === 'mysql' ? undefined : { mapping: { columns: ['text_words'], language: 'german' }, covers: ['body'] },
      );
      expect(draftModel(databaseSchema, { database: kind, filter: 'none' }).types[0]?.attributes[0]?.filter).toBe(
        false,
      );
    });
  });
});
