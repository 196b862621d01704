import { DatabaseSync } from 'node:sqlite';
import { type Api, attribute, defineApi, type FilterTerm, type StandardSchema, toMany, toOne } from '@linkage/core';
import type { DataSource } from '@linkage/server';
import { Kysely } from 'kysely';
import {
  attributeNames,
  type Link,
  pick,
  type Random,
  type Rows,
  type TypePlan,
  type World,
  worldOf,
} from '../../../server/test/access-world.ts';
import { createKyselySources, createNodeSqliteDialect, type RowExpression } from '../src/index.ts';

/**
 * How a database holds the three values of an attribute, which the oracle knows as 0, 1, 2 or x, y, z. They stand in the order
 * of the database, which is never that of the strings that the application sees.
 */
interface Manner {
  readonly column: string;
  /** The application's view of each value. */
  readonly seen: readonly unknown[];
  /** Other ways to say the same, in rules and in filters. */
  readonly said?: readonly unknown[];
  readonly stored: readonly (string | number | bigint)[];
}

const manners: Readonly<Record<string, readonly Manner[]>> = {
  n: [
    { column: 'integer', seen: [0, 1, 2], said: ['0', '1', '2'], stored: [0, 1, 2] },
    { column: 'numeric', seen: ['5.26', '20', '113.04'], said: [5.26, '20.0', '113.040'], stored: [5.26, 20, 113.04] },
    { column: 'integer', seen: ['9', '10', '9007199254740993'], stored: [9, 10, 9007199254740993n] },
  ],
  s: [
    { column: 'text', seen: ['x', 'y', 'z'], stored: ['x', 'y', 'z'] },
    { column: 'text collate nocase', seen: ['a', 'B', 'c'], said: ['A', 'b', 'C'], stored: ['a', 'B', 'c'] },
    { column: 'integer', seen: ['low', 'middle', 'high'], stored: [0, 1, 2] },
  ],
  h: [
    { column: 'integer', seen: [0, 1, 2], stored: [0, 1, 2] },
    { column: 'integer', seen: ['9 Jan 2026', '30 Jan 2026', '10 Feb 2026'], stored: [20462, 20483, 20494] },
    {
      column: 'text',
      seen: ['2025-12-31', '2026-01-09', '2026-01-10'],
      stored: ['2025-12-31', '2026-01-09', '2026-01-10'],
    },
  ],
};
const known: Readonly<Record<string, readonly unknown[]>> = { n: [0, 1, 2], s: ['x', 'y', 'z'], h: [0, 1, 2] };

/** A world whose rows stand in SQLite. */
export interface SqlWorld {
  /** As the oracle, the twin and the requests know it. */
  readonly world: World;
  readonly manner: Readonly<Record<string, Manner>>;
}

const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as StandardSchema;
const asked = { sort: true, filter: true } as const;

/** The conditions of a type whose relationships keep their first target: of identifiers, they then name ids. */
function withIds({ relationships }: TypePlan, terms: readonly FilterTerm[]): readonly FilterTerm[] {
  return terms.map((term) => {
    const { targets = [] } = relationships[term.field] ?? {};
    if (targets.length < 2) return term;
    const identifiers = term.values as readonly Link[];
    return { ...term, values: identifiers.filter(({ type }) => type === targets[0]).map(({ id }) => id) };
  });
}

/** A random world without relationships to several types, which SQL does not hold. */
export function sqlWorldOf(random: Random): SqlWorld {
  const made = worldOf(random);
  const types = made.types.map((type): TypePlan => {
    const single = Object.entries(type.relationships).map(([name, { kind, targets }]) => [
      name,
      { kind, targets: targets.slice(0, 1) },
    ]);
    const read = typeof type.read === 'object' ? withIds(type, type.read) : type.read;
    const where = Object.entries(type.where).map(([name, terms]) => [name, withIds(type, terms)] as const);
    return { ...type, relationships: Object.fromEntries(single), read, where: Object.fromEntries(where) };
  });
  const declaration = types.map(({ name, relationships }) => {
    const declared = Object.entries(relationships).map(([field, { kind, targets }]) => [
      field,
      kind === 'to-one' ? toOne(targets, asked) : toMany(targets, { filter: true }),
    ]);
    const attributes = { n: attribute(anything, asked), s: attribute(anything, asked), h: anything };
    return [name, { attributes, relationships: Object.fromEntries(declared) }];
  });
  const api = defineApi(Object.fromEntries(declaration)) as Api;
  const manner = Object.fromEntries(attributeNames.map((name) => [name, pick(random, manners[name] ?? [])]));
  return { world: { api, types, defaultAccess: made.defaultAccess }, manner };
}

/** A value of the oracle as a rule or a filter says it. */
function saidOf({ manner }: SqlWorld, name: string, value: unknown, random: Random): unknown {
  const index = known[name]?.findIndex((it) => String(it) === String(value)) ?? -1;
  const { seen, said = seen } = manner[name] as Manner;
  return index === -1 ? value : (random() < 0.5 ? seen : said)[index];
}

/** The conditions of a rule, in values as the application says them. */
export function saidTerms(sql: SqlWorld, terms: readonly FilterTerm[], random: Random): readonly FilterTerm[] {
  return terms.map((term) => ({
    ...term,
    values: term.values.map((value) =>
      Object.hasOwn(known, term.field) ? saidOf(sql, term.field, value, random) : value,
    ),
  }));
}

/** The URL of a request with its filter values as a client says them. */
export function urlOf(sql: SqlWorld, url: string, random: Random): string {
  return url.replace(
    /(filter\[(?:\w+\.)*([ns])\](?:\[\w+\])?=)([^&]*)/g,
    (_, start: string, name: string, values: string) => {
      return start + values.split(',').map((value) => encodeURIComponent(String(saidOf(sql, name, value, random))));
    },
  );
}

/** The id of the row that the row filter excludes, which is like one that it includes. */
const shadowOf = (id: string): string => `~${id}`;

/**
 * Sources over these rows in a database of their own.
 *
 * @param hasShadows Whether each row has a shadow that the row filter of its type excludes, which is linked like the row. No read must find it.
 */
export function sqlSourcesOf(
  { world, manner }: SqlWorld,
  rows: Rows,
  hasShadows: boolean = false,
): Record<string, Required<DataSource>> {
  const database = new DatabaseSync(':memory:', { readBigInts: true } as object);
  const columns = attributeNames.map((name) => `${name} ${manner[name]?.column}`);
  const mapping: [string, object][] = [];
  for (const { name, relationships } of world.types) {
    const own = Object.entries(relationships);
    const keys = own.filter(([, { kind }]) => kind === 'to-one').map(([field]) => field);
    database.exec(
      `create table ${name} (id text primary key, ${[...columns, ...keys.map((it) => `${it} text`)].join()}, gone text)`,
    );
    const insert = database.prepare(
      `insert into ${name} values (${[...'?'.repeat(2 + attributeNames.length + keys.length)].join()})`,
    );
    for (const [field, { kind }] of own) {
      if (kind === 'to-many')
        database.exec(`create table ${name}_${field} (own text, other text, primary key (own, other))`);
    }
    for (const { id, attributes, links } of rows.get(name) ?? []) {
      const values = attributeNames.map((it) => manner[it]?.stored[known[it]?.indexOf(attributes[it]) ?? -1] ?? null);
      // A shadow: a relationship to it is empty.
      const gone = (key: string): string | null => {
        const [other] = rows.get(relationships[key]?.targets[0] ?? '') ?? [];
        return hasShadows && other !== undefined ? shadowOf(other.id) : null;
      };
      const foreignKeys = keys.map((key) => links[key]?.[0]?.id ?? gone(key));
      insert.run(id, ...values, ...foreignKeys, null);
      if (hasShadows) insert.run(shadowOf(id), ...values, ...foreignKeys, 'yes');
      for (const [field, { kind }] of own) {
        const link = kind === 'to-many' && database.prepare(`insert or ignore into ${name}_${field} values (?, ?)`);
        if (link === false) continue;
        for (const other of links[field] ?? []) {
          link.run(id, other.id);
          if (!hasShadows) continue;
          link.run(id, shadowOf(other.id));
          link.run(shadowOf(id), other.id);
        }
      }
    }
    mapping.push([
      name,
      {
        table: name,
        ...(hasShadows ? { where: mapping.length % 2 === 0 ? { gone: null } : isHere } : {}),
        attributes: Object.fromEntries(attributeNames.map((it) => [it, columnOf(manner[it] as Manner)])),
        relationships: Object.fromEntries(
          own.map(([field, { kind }]) => [
            field,
            kind === 'to-one' ? { column: field } : { through: `${name}_${field}`, from: 'own', to: 'other' },
          ]),
        ),
      },
    ]);
  }
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  return createKyselySources(world.api, db, Object.fromEntries(mapping) as never) as never;
}

const isHere: RowExpression = (row, eb) => eb(row('gone'), 'is', null);

/** Returns the application's view of a column. The database stores the value unchanged, unless it stores a code. */
function columnOf({ column, seen, stored }: Manner): object {
  const decode = (value: unknown): unknown => seen[stored.findIndex((it) => String(it) === String(value))];
  const isCode = column === 'integer' && Number.isNaN(Number(seen[0]));
  return isCode ? { decode, encode: (value: unknown) => stored[seen.indexOf(value)] ?? -1 } : { decode };
}
