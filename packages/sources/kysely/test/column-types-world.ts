/** Tables with ids and values of every type of column, for `column-types.test.ts`. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources, readDatabaseSchema } from '../src/index.ts';
import type { DatabaseName, TestDatabase } from './databases.ts';
import { requestsTo } from './requests.ts';

const any = z.union([z.string(), z.number(), z.boolean()]);
const on = { sort: true, filter: ['eq', 'gt', 'le'] } as const;

export const api = defineApi({
  events: {
    attributes: {
      label: attribute(z.string(), on),
      value: attribute(any.nullable().default(null), on),
      doubled: attribute(z.number(), { ...on, write: false }),
    },
    relationships: { notes: toMany('notes', { inverse: 'event' }) },
    clientGeneratedIds: true,
  },
  notes: {
    attributes: { text: z.string() },
    relationships: { event: toOne('events', { filter: true, inverse: 'notes' }) },
    clientGeneratedIds: true,
  },
});

/** A type of column, and rows with neighboring values of it as SQL. */
export interface TypedValues {
  readonly type: string;
  readonly values: readonly string[];
  /** Whether the driver reads an attribute of the type as an object or a boolean, so that only ids are tested. */
  readonly isIdOnly?: boolean;
}

const micros = [
  "'2026-02-28 10:00:00.123455+00'",
  "'2026-02-28 10:00:00.123456+00'",
  "'2026-02-28 10:00:00.123457+00'",
  "'2026-02-28 10:00:00.124+00'",
  "'2026-03-01 00:00:00+00'",
];
const local = micros.map((it) => it.replace('+00', ''));
const days = ["'2026-02-28'", "'2026-03-01'", "'0099-01-01'"];
const big = ['9007199254740992', '9007199254740993', '9223372036854775807', '7'];
const decimals = ['1.10', '1.25', '900719925474099.31', '900719925474099.32'];
const strings = ["'a'", "'A~b!c'", "'é'", "'a b'"];
const uuids = ["'0f8fad5b-d9cb-469f-a165-70867728950e'", "'0f8fad5b-d9cb-469f-a165-70867728950f'"];
const doubles = ['0.1', '0.30000000000000004', '3.3333333333333335e299', '16777217', '-2.5'];
const floats = ['0.1', '16777216', '16777218', '3.4e38', '-2.5'];

const postgres: readonly TypedValues[] = [
  { type: 'text', values: strings },
  { type: 'integer', values: ['1', '2', '30'] },
  { type: 'bigint', values: big },
  { type: 'uuid', values: uuids },
  { type: 'numeric(20, 2)', values: decimals },
  { type: 'date', values: days },
  { type: 'timestamptz', values: micros },
  { type: 'timestamp', values: local },
  { type: 'timestamptz(3)', values: micros.slice(2) },
  { type: 'real', values: floats },
  { type: 'double precision', values: doubles },
  { type: 'time', values: ["'10:00:00.123456'", "'10:00:00.123457'"] },
  { type: 'interval', values: ["'1 day'", "'25 hours'"], isIdOnly: true },
  { type: 'inet', values: ["'10.0.0.1'", "'10.0.0.0/8'"] },
];

export const columnTypes: Readonly<Record<DatabaseName, readonly TypedValues[]>> = {
  SQLite: [
    { type: 'text', values: strings },
    { type: 'integer', values: ['1', '2', '30'] },
    { type: 'bigint', values: big },
    { type: 'uuid', values: ["'0F8FAD5B-D9CB-469F-A165-70867728950E'", "'0f8fad5b-d9cb-469f-a165-70867728950f'"] },
    { type: 'real', values: [...doubles, '1e300'] },
    { type: 'numeric(20, 2)', values: ['1.1', '1.25', '7'] },
    { type: 'boolean', values: ['0', '1'], isIdOnly: true },
    { type: 'date', values: [...days, '20260228'] },
    { type: 'datetime', values: [...local, '1772272800123'] },
    { type: 'timestamp', values: ["'2026-02-28T10:00:00.123456Z'", "'2026-02-28T10:00:00.123457Z'"] },
  ],
  PGlite: postgres,
  PostgreSQL: [
    ...postgres,
    { type: 'boolean', values: ['true', 'false'], isIdOnly: true },
    { type: 'bytea', values: ["'\\x00ff'", "'\\x0100'"], isIdOnly: true },
  ],
  MariaDB: [
    { type: 'varchar(40)', values: strings },
    { type: 'integer', values: ['1', '2', '30'] },
    { type: 'bigint', values: big },
    { type: 'bigint unsigned', values: ['9223372036854775807', '9223372036854775808', '18446744073709551615', '7'] },
    { type: 'uuid', values: uuids },
    { type: 'decimal(30, 2)', values: decimals },
    { type: 'boolean', values: ['0', '1'], isIdOnly: true },
    { type: 'date', values: days },
    { type: 'datetime(6)', values: local },
    { type: 'datetime', values: local.slice(3) },
    { type: 'datetime(3)', values: local.slice(3) },
    { type: 'double', values: doubles },
    { type: 'float', values: floats },
    { type: 'time(6)', values: ["'10:00:00.123456'", "'10:00:00.123457'"] },
    { type: 'year', values: ['2026', '1999'] },
    {
      type: 'binary(16)',
      values: ["x'00112233445566778899aabbccddeeff'", "x'0f8fad5bd9cb469fa16570867728950e'"],
      isIdOnly: true,
    },
    { type: 'binary(4)', values: ["x'00ff0000'", "x'0100ff7e'"], isIdOnly: true },
    { type: 'varbinary(20)', values: ["x'00ff'", "x'00'", "x'0100'"], isIdOnly: true },
  ],
};

/** Types of ids that no statement compares exactly, so that the sources must not start. */
export const rejectedIds: Readonly<Record<DatabaseName, readonly string[]>> = {
  SQLite: ['blob'],
  PGlite: ['boolean', 'bytea'],
  PostgreSQL: [],
  MariaDB: ['timestamp(6)'],
};

const mapping = (id: string | readonly string[]) => ({
  events: {
    table: 'event',
    id,
    // Clients send all ids of this test: without it, a column of integers requires `idType`.
    ...(typeof id === 'string' && { newId: () => 'none' }),
    attributes: { value: 'val' },
    relationships: { notes: { foreignKey: typeof id === 'string' ? 'event_id' : ['event_id', 'event_part'] } },
  },
  notes: {
    table: 'note',
    relationships: { event: { column: typeof id === 'string' ? 'event_id' : ['event_id', 'event_part'] } },
  },
});

/** A table with an id of a type, alone or as the second column, and a nullable column of the type. */
export function schemaOf(database: DatabaseName, { type, values }: TypedValues, isComposite: boolean): string {
  const stored = database === 'SQLite' || database === 'MariaDB' ? 'virtual' : 'stored';
  const key = isComposite ? 'primary key (id, part)' : 'primary key (id)';
  const own = isComposite ? `id integer not null, part ${type} not null` : `id ${type} not null`;
  const [reference, columns, target] = isComposite
    ? [`event_id integer, event_part ${type}`, 'event_id, event_part', 'id, part']
    : [`event_id ${type}`, 'event_id', 'id'];
  const keyOf = (value: string): string => (isComposite ? `1, ${value}` : value);
  return `
    create table event (${own}, label varchar(20) not null, val ${type}, size integer not null default 0,
      doubled integer generated always as (size * 2) ${stored}, ${key});
    create table note (id varchar(20) primary key, text varchar(20) not null, ${reference},
      foreign key (${columns}) references event (${target}));
    ${values.map((value, index) => `insert into event (${target}, label, val, size) values (${keyOf(value)}, 'l${index}', ${value}, ${index});`).join('\n')}
    ${values.map((value, index) => `insert into note (id, text, ${columns}) values ('n${index}', 't', ${keyOf(value)});`).join('\n')}
  `;
}

/** Opens a database. Returns a function that replaces its tables, and creates servers over them. */
export async function openTypes({ name, open }: TestDatabase) {
  const database = await open();
  const db = new Kysely<never>({ dialect: database.dialect });
  const fill = async (
    typed: TypedValues,
    { isComposite, hasDatabaseSchema }: { readonly isComposite: boolean; readonly hasDatabaseSchema: boolean },
  ) => {
    await database.exec(`drop table if exists note; drop table if exists event; ${schemaOf(name, typed, isComposite)}`);
    const id = isComposite ? ['id', 'part'] : 'id';
    const options = hasDatabaseSchema ? { databaseSchema: await readDatabaseSchema(db) } : {};
    const sources = createKyselySources(api, db, mapping(id) as never, options);
    const failures: unknown[] = [];
    const onError = (error: unknown): void => void failures.push(error);
    const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
    const serve = (more: object) => requestsTo(createServer(api, sources as never, { onError, ...more }) as never);
    return { send: serve({}), paged: serve({ profiles, pagination: { includedSize: 2 } }), failures };
  };
  const close = async (): Promise<void> => {
    await db.destroy();
    await database.close();
  };
  return Object.assign(fill, { close });
}
