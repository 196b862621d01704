import {
  type Api,
  attribute,
  defineApi,
  type FilterCondition,
  type FilterOperator,
  type FilterTerm,
  toMany,
  toOne,
} from '@linkage/core';
import { createMemorySources, type DataSource } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { pick, type Random, some } from '../../../server/test/access-world.ts';
import { booleanColumn, createKyselySources } from '../src/index.ts';
import type { DatabaseName } from './databases.ts';

const ids = ['1', '2', '3', '4', '5', '6'] as const;
const strings = ['', 'a', 'A', 'ab', 'aB', 'b%', 'b_', 'B!x', 'é', 'É', "it's", 'a,b', 'null', null] as const;
const parts = ['', 'a', 'A', 'B', '%', '_', '!', 'é', 'É', "'", ',', 'x', 'b%'] as const;
const numbers = [-1, 0, 1, 2, null] as const;

/** A relationship of a random type. */
interface Link {
  readonly name: string;
  readonly isToMany: boolean;
  readonly target: string;
}

/** A row of a type. */
export interface Row {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, readonly string[]>>;
}

/** The conditions that a user's rule returns; true for all. */
export type Rule = true | readonly FilterCondition[];

export interface FilterWorld {
  readonly api: Api;
  readonly links: ReadonlyMap<string, readonly Link[]>;
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly rules: ReadonlyMap<string, Rule>;
}

const comparisons = ['lt', 'le', 'gt', 'ge'] as const;
const textOperators = [
  ...(['contains', 'startsWith', 'endsWith', 'iContains', 'iStartsWith', 'iEndsWith'] as const),
] as const;

function attributeTerm(random: Random, field: string, name: string): FilterTerm {
  const term = (operator: FilterOperator, values: readonly unknown[]): FilterTerm => ({
    field,
    operator,
    values: [...new Set(values)],
  });
  if (name === 'b') return term(pick(random, ['eq', 'ne'] as const), [random() < 0.5]);
  const known: readonly unknown[] = name === 's' ? strings : numbers;
  const value = (): unknown => pick(random, known);
  const present = (): unknown => value() ?? (name === 's' ? 'a' : 1);
  const kind = random();
  if (kind < 0.4) return term(pick(random, ['eq', 'ne'] as const), [value(), value()]);
  if (name === 's' && kind < 0.7) return term(pick(random, textOperators), [pick(random, parts)]);
  if (name === 's' && kind < 0.8) return term('iEq', [pick(random, parts), pick(random, parts)]);
  if (kind < 0.9) return term(pick(random, comparisons), [present()]);
  return { field, operator: 'between', values: [present(), present()] };
}

/** A random condition on a field. */
function termOf(random: Random, world: Pick<FilterWorld, 'links'>, type: string, hidden: boolean): FilterTerm {
  let current = type;
  let path = '';
  while (path.length < 6 && random() < 0.35) {
    const link = pick(random, world.links.get(current) as readonly Link[]);
    path += `${link.name}.`;
    current = link.target;
  }
  const links = (world.links.get(current) as readonly Link[]).map(({ name }) => name);
  const name = pick(random, ['id', 'n', 'n', 's', 's', 's', 'b', ...links, ...links, ...(hidden ? ['@t'] : [])]);
  const field = `${path}${name}`;
  if (name === 'id') return { field, operator: pick(random, ['eq', 'ne'] as const), values: oneOrMore(random, ids) };
  if (!links.includes(name)) return attributeTerm(random, field, name === '@t' ? 'n' : name);
  return { field, operator: pick(random, ['eq', 'ne'] as const), values: oneOrMore(random, [...ids, null]) };
}

function oneOrMore<Value>(random: Random, values: readonly Value[]): Value[] {
  return [...new Set([pick(random, values), ...some(random, values, 0.2)])];
}

/** A random condition of a few levels. */
export function conditionOf(
  random: Random,
  world: Pick<FilterWorld, 'links'>,
  type: string,
  { hidden = false, depth = 3 }: { readonly hidden?: boolean; readonly depth?: number } = {},
): FilterCondition {
  const kind = random();
  if (depth === 0 || kind < 0.5) return termOf(random, world, type, hidden);
  const part = (): FilterCondition => conditionOf(random, world, type, { hidden, depth: depth - 1 });
  if (kind < 0.65) return { not: part() };
  const conditions = Array.from({ length: 1 + Math.floor(random() * 3) }, part);
  return kind < 0.85 ? { or: conditions } : { and: conditions };
}

/** A random field that an order can compare, behind up to two to-one relationships. */
export function sortFieldOf(random: Random, { links }: Pick<FilterWorld, 'links'>, type: string): string {
  const steps: string[] = [];
  let current = type;
  while (steps.length < 2 && random() < 0.6) {
    const toOnes = (links.get(current) as readonly Link[]).filter(({ isToMany }) => !isToMany);
    if (toOnes.length === 0) break;
    const { name, target } = pick(random, toOnes);
    steps.push(name);
    current = target;
  }
  return [...steps, pick(random, ['n', 's', 'b', 'id'])].join('.');
}

/** A string without a capital letter other than A to Z. */
const plainText = (text: string | null): string | null => text?.replace('É', 'é') ?? null;

/** A random API with random data and rules. */
export function filterWorldOf(
  random: Random,
  { accents = true, depth = 2 }: { readonly accents?: boolean; readonly depth?: number } = {},
): FilterWorld {
  const names = ['ts', 'us', 'vs'].slice(0, 1 + Math.floor(random() * 3));
  const links = new Map(
    names.map((type) => [
      type,
      ['a', 'c', 'd'].map((name): Link => ({ name, isToMany: random() < 0.5, target: pick(random, names) })),
    ]),
  );
  const on = { filter: true, sort: true } as const;
  const declaration = names.map((type) => [
    type,
    {
      attributes: {
        n: attribute(z.number().nullable(), on),
        s: attribute(z.string().nullable(), on),
        b: attribute(z.boolean(), on),
      },
      relationships: Object.fromEntries(
        (links.get(type) as readonly Link[]).map(({ name, isToMany, target }) => [
          name,
          isToMany ? toMany(target, { filter: true }) : toOne(target, on),
        ]),
      ),
    },
  ]);
  const rows = new Map(
    names.map((type) => [
      type,
      some(random, ids, 0.8).map((id): Row => {
        const linked = (links.get(type) as readonly Link[]).map(({ name, isToMany }) => {
          const all = [...ids, '9'];
          return [name, isToMany ? some(random, all, 0.3) : random() < 0.3 ? [] : [pick(random, all)]];
        });
        const values = {
          n: pick(random, numbers),
          s: accents ? pick(random, strings) : plainText(pick(random, strings)),
          b: random() < 0.5,
          '@t': pick(random, numbers),
        };
        return { id, values, links: Object.fromEntries(linked) };
      }),
    ]),
  );
  const rules = new Map(
    names.map((type): [string, Rule] => {
      if (random() < 0.3) return [type, true];
      const count = random() < 0.3 ? 2 : 1;
      return [type, Array.from({ length: count }, () => conditionOf(random, { links }, type, { hidden: true, depth }))];
    }),
  );
  return { api: defineApi(Object.fromEntries(declaration)) as Api, links, rows, rules };
}

/** The same rows in memory: sources that declare what they apply, and sources that do not. */
export function memorySourcesOf({ api, links, rows }: FilterWorld) {
  const seeds = [...rows].map(([type, own]) => [
    type,
    own.map(({ id, values, links: linked }) => {
      const linkage = (links.get(type) as readonly Link[]).map(({ name, isToMany }) => {
        const members = linked[name] as readonly string[];
        return [name, isToMany ? members : (members[0] ?? null)];
      });
      return { id, ...values, ...Object.fromEntries(linkage) };
    }),
  ]);
  const memory = createMemorySources(api, Object.fromEntries(seeds)) as Record<string, DataSource>;
  // Sources that declare nothing: the server compares what they return.
  const plain = Object.fromEntries(
    Object.entries(memory).map(([type, source]) => [type, { ...source, appliesFilters: undefined }]),
  );
  return { memory, plain };
}

/** The types of columns of a database that compare strings by their characters. */
function columnTypes(database: DatabaseName) {
  if (database === 'SQLite') return { text: 'text', boolean: 'integer' };
  if (database === 'MariaDB')
    return { text: 'varchar(40) character set utf8mb4 collate utf8mb4_bin', boolean: 'boolean' };
  return { text: 'varchar(40) collate "C"', boolean: 'boolean' };
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** The id of a row that the row filter of its type excludes, but like a row that it includes. */
const OUTSIDE = '9';

/**
 * The script that creates the rows in tables whose names begin with a prefix. With a row filter, each table also has a row outside
 * of it.
 */
export function scriptOf(
  { links, rows }: FilterWorld,
  database: DatabaseName,
  prefix = '',
  hasRowFilter = false,
): string {
  const types = columnTypes(database);
  const lines: string[] = [];
  for (const [type, own] of links) {
    const table = `${prefix}${type}`;
    const toOnes = own.filter(({ isToMany }) => !isToMany).map(({ name }) => name);
    const columns = ['n integer', `s ${types.text}`, `b ${types.boolean}`, 't integer'];
    columns.push(...toOnes.map((name) => `${name}_id ${types.text}`));
    if (hasRowFilter) columns.push('tenant varchar(9) not null');
    lines.push(`create table ${table} (id ${types.text} primary key, ${columns.join(', ')})`);
    for (const { name, isToMany } of own) {
      if (isToMany) lines.push(`create table ${table}_${name} (own ${types.text}, other ${types.text})`);
    }
    const inside = rows.get(type) ?? [];
    const [first] = inside;
    const outside = hasRowFilter && first !== undefined ? [{ ...first, id: OUTSIDE }] : [];
    for (const { id, values, links: linked } of [...inside, ...outside]) {
      const flag = database === 'SQLite' ? Number(values['b']) : values['b'];
      const given = [
        id,
        values['n'],
        values['s'],
        flag,
        values['@t'],
        ...toOnes.map((name) => linked[name]?.[0] ?? null),
        ...(hasRowFilter ? [id === OUTSIDE ? 'two' : 'one'] : []),
      ];
      lines.push(`insert into ${table} values (${given.map(literal).join()})`);
      for (const { name } of own.filter(({ isToMany }) => isToMany)) {
        for (const other of linked[name] ?? []) {
          lines.push(`insert into ${table}_${name} values (${literal(id)}, ${literal(other)})`);
        }
      }
    }
  }
  return `${lines.join(';\n')};`;
}

/** Sources over these tables. */
export function sqlSourcesOf(
  { api, links }: FilterWorld,
  db: Kysely<never>,
  prefix = '',
  hasRowFilter = false,
): Record<string, DataSource> {
  const mapping = [...links].map(([type, own]) => [
    type,
    {
      table: `${prefix}${type}`,
      attributes: { b: booleanColumn() },
      columns: { '@t': 't' },
      ...(hasRowFilter ? { where: { tenant: 'one' } } : {}),
      relationships: Object.fromEntries(
        own.map(({ name, isToMany }) => [
          name,
          isToMany ? { through: `${prefix}${type}_${name}`, from: 'own', to: 'other' } : { column: `${name}_id` },
        ]),
      ),
    },
  ]);
  return createKyselySources(api, db, Object.fromEntries(mapping)) as unknown as Record<string, DataSource>;
}
