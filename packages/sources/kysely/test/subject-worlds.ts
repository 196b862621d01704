/** One API over all kinds of sources, each with records of another form. */
import { attribute, defineAction, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, extendSource, type Sources } from '@linkage/server';
import { z } from 'zod';
import { createKyselySources } from '../src/index.ts';
import { databases } from './databases.ts';
import { useDatabase } from './use-database.ts';

/** The API of the tests. */
export const api = defineApi({
  notes: {
    attributes: { text: attribute(z.string(), { filter: true }) },
    relationships: {
      author: toOne('people', { inverse: 'notes' }),
      editor: toOne('people'),
      about: toOne(['people', 'teams']),
      readers: toMany('people'),
    },
    actions: { close: defineAction({}), archive: defineAction({ on: 'filter' }) },
  },
  people: { attributes: { name: z.string() }, relationships: { notes: toMany('notes', { inverse: 'author' }) } },
  teams: { attributes: { name: z.string() } },
});

/** The tables with keys of a type of column. */
const tables = (key: string): string => `
  create table person (id ${key} not null primary key, name varchar(9) not null);
  create table team (id ${key} not null primary key, name varchar(9) not null);
  create table note (
    id ${key} not null primary key, text varchar(9) not null, author_id ${key}, editor_id ${key}, about_type varchar(9), about_id ${key}
  );
  create table reader (note_id ${key} not null, person_id ${key} not null, primary key (note_id, person_id));
`;
const rows = `
  delete from reader; delete from note; delete from person; delete from team;
  insert into person values (7, 'Ann'), (8, 'Bob');
  insert into team values (7, 'Team');
  insert into note values (1, 'One', 7, null, 'teams', 7), (2, 'Two', null, null, null, null);
  insert into reader values (1, 7);
`;
const readers = { through: 'reader', from: 'note_id', to: 'person_id' } as const;
const about = { column: 'about_id', typeColumn: 'about_type', types: { people: 'people', teams: 'teams' } } as const;

const memory = () =>
  createMemorySources(api, {
    people: [
      { id: 7, name: 'Ann' },
      { id: 8, name: 'Bob' },
    ],
    teams: [{ id: 7, name: 'Team' }],
    notes: [
      { id: 1, text: 'One', author: 7, about: { type: 'teams', id: 7 }, readers: [7] },
      { id: 2, text: 'Two' },
    ],
  });

/** A record as an ORM can return it. */
class Entity {
  readonly id: bigint;
  readonly author: object | null;
  readonly row: Readonly<Record<string, never>>;
  constructor(record: Readonly<Record<string, never>>) {
    this.id = BigInt(record['id'] as never);
    const { author } = record as Readonly<Record<string, { readonly id: string } | null>>;
    this.author = author ? { id: Number(author.id), name: 'Ann' } : null;
    this.row = record;
  }
  get text() {
    return this.row['text'];
  }
  get editor() {
    return this.row['editor'];
  }
  get about() {
    return this.row['about'];
  }
  get readers() {
    return this.row['readers'];
  }
}

/** One kind of source. */
export interface World {
  readonly name: string;
  readonly missing: string | undefined;
  /** Opens the sources with the rows of the test. */
  readonly use: () => () => Promise<Sources<typeof api>>;
}

/** All kinds of sources. */
export const worlds: readonly World[] = [
  { name: 'memory', missing: undefined, use: () => async () => memory() },
  {
    ...{ name: 'instances with related records', missing: undefined },
    use: () => async () => {
      const { notes, ...others } = memory();
      const find: NonNullable<typeof notes.find> = async (...given) =>
        ((await notes.find?.(...given)) ?? []).map((record) => new Entity(record as never) as never);
      return { ...others, notes: extendSource(notes, { find }, { applies: ['find'] }) };
    },
  },
  ...databases.flatMap(({ name, missing, open }) =>
    (['integer', 'text'] as const).map(
      (idType): World => ({
        name: `${name}, ${idType} keys`,
        missing,
        use() {
          const database = useDatabase(open, tables(idType === 'integer' ? 'integer' : 'varchar(36)'));
          return async () => {
            await database.exec(
              idType === 'integer' ? rows : rows.replaceAll(/\b[178]\b/g, "'$&'").replace('(2,', "('2',"),
            );
            return createKyselySources(api, database.db, {
              notes: {
                ...{ table: 'note', idType },
                relationships: { author: { column: 'author_id' }, editor: { column: 'editor_id' }, about, readers },
              },
              people: { table: 'person', idType, relationships: { notes: { foreignKey: 'author_id' } } },
              teams: { table: 'team', idType },
            });
          };
        },
      }),
    ),
  ),
];
