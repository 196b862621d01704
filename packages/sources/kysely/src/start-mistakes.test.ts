/** A contradiction between a database schema and a mapping is an error at start, on every database; a possible mistake is a warning. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, type MappingWarning, readDatabaseSchema } from './index.ts';

const postgres = {
  mood: 'mood',
  moods: 'mood[]',
  json: 'jsonb',
  time: 'timestamptz',
  before: "create type mood as enum ('sad', 'ok');",
};
const types: Readonly<Record<DatabaseName, Readonly<Record<'mood' | 'json' | 'time' | 'before', string>>>> = {
  PostgreSQL: postgres,
  PGlite: postgres,
  SQLite: { mood: 'varchar(20)', json: 'text', time: 'text', before: '' },
  MariaDB: { mood: "enum('sad', 'ok')", json: 'json', time: 'datetime', before: '' },
};
const tablesOf = ({ mood, json, time, before }: (typeof types)[DatabaseName]) => `
  ${before}
  create table person (
    id integer primary key, code varchar(20) not null unique, tenant varchar(20) not null, local varchar(20) not null, note varchar(20),
    size integer not null, big bigint not null, rate double precision not null, open boolean not null, mood ${mood} not null,
    settings ${json} not null, at ${time} not null, unique (tenant, local)
  );
  create table book (id integer primary key, title varchar(20) not null, person_id integer, editor_id integer,
    foreign key (person_id) references person (id));
  create table person_book (person_id integer not null, book_id integer not null, primary key (book_id, person_id),
    foreign key (person_id) references person (id), foreign key (book_id) references book (id));
  create table reading (id integer primary key, person_id integer not null, book_id integer not null,
    foreign key (person_id) references person (id), foreign key (book_id) references book (id));
  create table loose (id integer, title varchar(20) not null);
  create index book_title on book (title);
  create view reader as select id, code, note from person;
`;

const write = { write: false } as const;
const peopleOf = (attributes: object) => defineApi({ people: { attributes } } as never);
const people = { people: { table: 'person', idType: 'integer' } };

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'mistakes of a mapping', () => {
    const database = useDatabase(open, tablesOf(types[name]));
    const start = async (api: object, mapping: object, onWarning?: (warning: MappingWarning) => void) => {
      const databaseSchema = await readDatabaseSchema(database.db);
      return createKyselySources(api as never, database.db, mapping as never, { databaseSchema, onWarning });
    };

    test.each<[string, object, RegExp]>([
      [
        'an integer for a text',
        { size: z.string() },
        /"size".* are read as number, but the schema of "size" accepts string only\./,
      ],
      ['a large integer for a number', { big: z.number() }, /"big".* are read as string, .* accepts number only\./],
      ['a text for a number', { code: z.number() }, /"code".* are read as string, .* accepts number only\./],
      ['a text for an array', { code: z.array(z.string()) }, /"code".* accepts array only\./],
      ['a number for a boolean', { rate: z.boolean() }, /"rate".* are read as number, .* accepts boolean only\./],
      ['a boolean for a text', { open: z.string() }, /"open".* are read as boolean, .* accepts string only\./],
      [
        'NULL for a schema without null',
        { note: z.string() },
        /"note" can be NULL, but the schema of "note" accepts neither null/,
      ],
    ])('%s: an error at start', async (_, attributes, error) => {
      await expect(start(peopleOf(attributes), people)).rejects.toThrow(error);
    });

    test.each<[string, object, object?]>([
      [
        'the types of the columns',
        { size: z.int(), big: z.string(), code: z.string(), rate: z.number(), open: z.boolean() },
      ],
      ['a nullable attribute, or one that can be absent', { note: z.string().nullable() }],
      ['an attribute that can be absent', { note: z.string().optional() }],
      ['an attribute that no response contains', { note: attribute(z.string(), { read: false }) }],
      ['strings of a form', { code: z.email(), mood: z.enum(['sad', 'ok']) }],
      ['values that the schema converts', { size: z.coerce.string(), code: z.string().transform(Number) }],
      [
        'values that the mapping converts',
        { size: z.string() },
        { attributes: { size: { decode: String, encode: Number } } },
      ],
      ['values that the declaration converts', { size: attribute(z.string(), { encode: String }) }],
      ['an asynchronous schema', { size: z.string().refine(async () => true), note: z.any().refine(async () => true) }],
      [
        'a schema that is asynchronous for one kind, or fails for others',
        {
          code: z.union([z.number(), z.string().refine(async () => true)]),
          tenant: z.any().refine((value) => value.trim() !== '' || true),
        },
      ],
      ['a schema that accepts no usual value', { size: z.literal(4711), code: z.string().regex(/^INV-\d{8}$/) }],
      [
        'JSON of any kind',
        { settings: z.record(z.string(), z.boolean()) },
        { attributes: { settings: { decode: JSON.parse, encode: JSON.stringify } } },
      ],
      ['a column of a view', { note: z.string() }, { table: 'reader' }],
      ['a column of a row filter', { note: z.string() }, { where: { tenant: 'a' } }],
    ])('%s: starts', async (_, attributes, mapping = {}) => {
      await expect(start(peopleOf(attributes), { people: { ...people.people, ...mapping } })).resolves.toHaveProperty(
        'people',
      );
    });

    test.each<[string, object, string | undefined]>([
      [
        'another column than the primary key',
        { id: 'note', idType: 'text' },
        'mapping.people.id: "note" must be the primary key of "person", or unique, because an id identifies one row. Its primary key is "id".',
      ],
      ['a part of a unique pair', { id: 'local', idType: 'text' }, '"local" must be the primary key'],
      ['a unique column', { id: 'code', idType: 'text' }, undefined],
      ['a unique pair', { id: ['tenant', 'local'], idType: 'text' }, undefined],
      ['a unique column and another one', { id: ['tenant', 'code'], idType: 'text' }, undefined],
      ['a view', { table: 'reader', id: 'note', idType: 'text' }, undefined],
    ])('an id that is %s', async (_, mapping, error) => {
      const starting = start(peopleOf({ code: attribute(z.string(), write) }), {
        people: { ...people.people, ...mapping },
      });
      if (error === undefined) await expect(starting).resolves.toHaveProperty('people');
      else await expect(starting).rejects.toThrow(error);
    });

    test.each<[string, object, boolean]>([
      ['neither `idType` nor `newId`', {}, false],
      ["idType: 'text'", { idType: 'text' }, false],
      ["idType: 'integer'", { idType: 'integer' }, true],
      ['`newId`', { newId: () => '7' }, true],
    ])('a column of integers as the id, with %s', async (_, mapping, starts) => {
      const starting = start(peopleOf({ code: z.string() }), { people: { table: 'person', ...mapping } });
      if (starts) await expect(starting).resolves.toHaveProperty('people');
      else
        await expect(starting).rejects.toThrow(
          'mapping.people: the column "id" of the table "person" contains integers, so the mapping must contain idType: \'integer\', or `newId`.',
        );
    });

    test('an id of `newId` that the column cannot store is not blamed on the client', async () => {
      const sources = await start(peopleOf({ code: z.string() }), { people: { table: 'person', newId: () => 'x' } });
      const call = { context: undefined, signal: AbortSignal.timeout(10_000) };
      const input = { type: 'people', attributes: { code: 'c' }, relationships: {} };
      const { people: source } = sources as unknown as {
        readonly people: { create(input: object, call: object): Promise<object> };
      };
      await expect(source.create(input, call)).rejects.toThrow(
        new TypeError(
          'createKyselySources: mapping.people.newId must return an id that the column can store, but it returned "x".',
        ),
      );
    });

    const library = defineApi({
      people: { attributes: { size: z.int() }, relationships: { books: toMany('books') } },
      books: {
        attributes: { title: attribute(z.string(), { sort: true }) },
        relationships: { person: toOne('people'), editor: toOne('people') },
      },
      loose: { attributes: { title: attribute(z.string().nullable(), { sort: true }) } },
    });
    const libraryMapping = {
      people: { table: 'person', idType: 'integer', relationships: { books: { foreignKey: 'person_id' } } },
      books: {
        table: 'book',
        idType: 'integer',
        relationships: { person: { column: 'person_id' }, editor: { column: 'editor_id' } },
      },
      loose: { table: 'loose', idType: 'integer' },
    };

    test('one error lists all mistakes, without those that follow from them', async () => {
      const books = {
        ...libraryMapping.books,
        attributes: { title: 'titel' },
        relationships: { person: { column: 'persn_id' }, editor: { column: 'editor_id', onDelete: 'cascade' } },
      };
      const loose = { table: 'lose' };
      const failure = await start(library, { ...libraryMapping, books, loose }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(TypeError);
      const [first, ...lines] = (failure as TypeError).message.split('\n');
      expect(first).toBe('createKyselySources: the mapping has 4 mistakes:');
      expect(lines).toEqual([
        expect.stringMatching(
          /^- mapping\.books\.attributes\.title: the table does not have a column "titel"\. Did you mean "title"\?/,
        ),
        expect.stringMatching(/^- mapping\.loose: the database does not have a table "lose"\. Did you mean "loose"\?/),
        expect.stringMatching(
          /^- mapping\.books\.relationships\.person: the table does not have a column "persn_id"\./,
        ),
        expect.stringMatching(/^- books\.editor must contain `foreignKey`, because it contains `onDelete`\./),
      ]);
    });

    test('what may be a mistake is reported by one function, and starts', async () => {
      const warnings: MappingWarning[] = [];
      await start(library, libraryMapping, (warning) => void warnings.push(warning));
      expect(warnings).toEqual([
        {
          where: 'mapping.loose.attributes.title',
          message: 'The column "title" cannot be NULL, but the schema of "title" accepts null.',
        },
        {
          where: 'mapping.loose.attributes.title',
          message: 'Requests can sort by "title", but no index begins with the column "title".',
        },
        {
          where: 'mapping.books.relationships.editor',
          message: 'No foreign key of "book" says what "editor_id" references.',
        },
        {
          where: 'mapping.loose.id',
          message: 'The table "loose" has no primary key, so two rows can have the same "id".',
        },
      ]);
      expect(Object.isFrozen(warnings[0])).toBe(true);
      await expect(start(library, libraryMapping)).resolves.toHaveProperty('loose');
    });

    test('a join table in which two rows can be the same link is reported', async () => {
      const types = defineApi({
        people: { relationships: { owned: toMany('books'), read: toMany('books') } },
        books: { attributes: { title: z.string() } },
      });
      const link = { from: 'person_id', to: 'book_id' };
      const relationships = { owned: { through: 'person_book', ...link }, read: { through: 'reading', ...link } };
      const warnings: MappingWarning[] = [];
      await start(
        types,
        { people: { ...people.people, relationships }, books: { table: 'book', idType: 'integer' } },
        (warning) => void warnings.push(warning),
      );
      expect(warnings).toEqual([
        {
          where: 'mapping.people.relationships.read',
          message: 'Two rows of "reading" can have the same "person_id", "book_id". Make them unique together.',
        },
      ]);
    });

    test.skipIf(name === 'SQLite')('labels that a schema rejects are reported', async () => {
      const warnings: MappingWarning[] = [];
      await start(peopleOf({ mood: z.enum(['sad', 'glad']) }), people, (warning) => void warnings.push(warning));
      expect(warnings).toEqual([
        {
          where: 'mapping.people.attributes.mood',
          message: 'The schema of "mood" rejects "ok", which the column "mood" can contain.',
        },
      ]);
    });
  });
});
