/** The errors that the mapping declares for named constraints, on every database. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, type DatabaseSchema, readDatabaseSchema } from './index.ts';

const api = defineApi({
  books: {
    attributes: {
      title: z.string(),
      shelf: z.string(),
      pages: z.int(),
      secret: attribute(z.string().default('x'), { read: false }),
    },
    relationships: { loans: toMany('loans') },
  },
  loans: { attributes: { day: z.string() }, relationships: { book: toOne('books') } },
});
const script = `
  create table book (
    id integer primary key, title varchar(40) not null, shelf varchar(10) not null, pages integer not null, secret varchar(20) not null,
    constraint one_place unique (shelf, title), constraint some_pages check (pages > 0)
  );
  create unique index one_secret on book (secret);
  create table loan (
    id integer primary key, day varchar(10) not null, book_id integer, constraint loan_of_book foreign key (book_id) references book (id)
  );
  insert into book values (1, 'Emma', 'A1', 400, 'one'), (2, 'Ulysses', 'A1', 700, 'two');
  insert into loan values (1, 'Monday', 1);`;
const mapping = {
  books: {
    ...{ table: 'book', idType: 'integer', newId: undefined },
    relationships: { loans: { foreignKey: 'book_id' } },
    constraints: {
      one_place: { detail: 'A book stands at this place.', code: 'PLACE_TAKEN', field: 'shelf' },
      some_pages: 'A book has pages.',
      one_secret: { detail: 'Choose another word.', field: 'secret' },
      loan_of_book: 'Readers have this book.',
    },
  },
  loans: { table: 'loan', idType: 'integer', relationships: { book: { column: 'book_id' } } },
} as const;

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'errors of constraints', () => {
    const database = useDatabase<never>(open, script);
    const sourcesOf = (given: object, databaseSchema: DatabaseSchema | undefined) =>
      createKyselySources(api, database.db, given as never, databaseSchema === undefined ? {} : { databaseSchema });
    const book = (id: string, attributes: object) => ({ type: 'books', id, attributes });

    test('have their own text, code, and place', async () => {
      const sources = sourcesOf(mapping, await readDatabaseSchema(database.db));
      const send = requestsTo(createServer(api, sources));
      const errorOf = async (line: string, data?: object) => {
        const { status, document } = await send(line, data);
        const { code, detail, source } = document?.errors?.at(0) ?? {};
        return [status, code, detail, source?.pointer];
      };
      const place = [409, 'PLACE_TAKEN', 'A book stands at this place.', '/data/attributes/shelf'];
      expect(await errorOf('PATCH /books/2', book('2', { title: 'Emma', shelf: 'A1' }))).toEqual(place);
      // Of the place, the request contains only the title.
      const ofTitle = await errorOf('PATCH /books/2', book('2', { title: 'Emma' }));
      expect(ofTitle).toEqual([...place.slice(0, 3), '/data/attributes/title']);
      const pages = await errorOf('PATCH /books/2', book('2', { pages: 0 }));
      expect([pages[0], pages[2]]).toEqual([422, 'A book has pages.']);
      const isNamed = name !== 'SQLite';
      const readers = isNamed ? 'Readers have this book.' : 'Other resources reference this resource.';
      const deleted = await errorOf('DELETE /books/1');
      expect([deleted[0], deleted[1]]).toEqual([409, 'CONSTRAINT_VIOLATED']);
      if (isNamed) expect(deleted[2]).toBe(readers);
      // A field that the user cannot read is not named.
      const secret = await errorOf('PATCH /books/2', book('2', { secret: 'one' }));
      expect([secret[0], secret[2]]).toEqual([409, 'Choose another word.']);
    });

    test.each<[string, object, RegExp]>([
      [
        'a misspelled constraint',
        { one_plce: 'x' },
        /constraints\.one_plce: the database does not have this constraint\. Did you mean "one_place"\?/,
      ],
      [
        'an unknown field',
        { one_place: { detail: 'x', field: 'shlf' } },
        /does not have the field "shlf"\. Did you mean "shelf"\?/,
      ],
      ['no text', { one_place: { field: 'shelf' } }, /constraints\.one_place: `detail` is required/],
      ['an unknown member', { one_place: { detail: 'x', status: 400 } }, /unknown member "status"/],
    ])('%s is an error at start', async (_, constraints, message) => {
      const databaseSchema = await readDatabaseSchema(database.db);
      const given = { ...mapping, books: { ...mapping.books, constraints } };
      expect(() => sourcesOf(given, databaseSchema)).toThrow(message);
    });

    test('without a database schema, names are not checked', () => {
      expect(() =>
        sourcesOf({ ...mapping, books: { ...mapping.books, constraints: { one_plce: 'x' } } }, undefined),
      ).not.toThrow();
    });
  });
});
