import { DatabaseSync } from 'node:sqlite';
import { type Api, attribute, defineApi, type Relationship, type StandardSchema, toMany, toOne } from '@linkage/core';
import { type AccessRules, createServer, type Server, type ServerOptions } from '@linkage/server';
import { Kysely } from 'kysely';
import { pick, type Random, some } from '../../../server/test/access-world.ts';
import { createKyselySources, createNodeSqliteDialect } from '../src/index.ts';

export const ids = ['1', '2', '3', '4'] as const;
/** The id that the mapping gives to new resources. */
export const MADE = 'made';

/** One side of a link: the relationship that a type declares for it, if it declares one. */
export interface SidePlan {
  readonly type: string;
  readonly name: string;
  readonly isDeclared: boolean;
  readonly write: boolean;
  readonly isOpen: boolean;
}
/** A foreign key in the table of the first side, which is unique for `one-to-one`, or a join table. */
export interface LinkPlan {
  readonly kind: 'foreign-key' | 'one-to-one' | 'join';
  readonly table: string;
  readonly sides: readonly [SidePlan, SidePlan];
}
/** The rejections of a rule; undefined without a rule. */
export interface RulePlan {
  readonly ids: readonly string[];
  readonly partners: readonly string[];
  readonly numbers: readonly number[];
}
export interface TypePlan {
  readonly name: string;
  /** Which resources the user can read: those with one of these ids or one of these numbers. */
  readonly read: boolean | undefined | { readonly field: 'id' | 'n'; readonly values: readonly (string | number)[] };
  readonly fields: readonly string[] | undefined;
  readonly rules: Readonly<Record<'create' | 'update' | 'delete' | 'updateRelationship', RulePlan | undefined>>;
}
export interface World {
  readonly types: readonly TypePlan[];
  readonly links: readonly LinkPlan[];
  /** `by default`: the option is not set, so that what no rule allows is denied. Undefined for no access rules at all. */
  readonly defaultAccess: 'allow' | 'deny' | 'by default' | undefined;
}
/** Numbers of resources by type and id, and pairs of ids by link. */
export interface State {
  readonly rows: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly pairs: readonly (readonly (readonly [string, string])[])[];
}

function sidePlan(random: Random, type: string, name: string, isDeclared: boolean): SidePlan {
  return { type, name, isDeclared, write: random() > 0.15, isOpen: isDeclared && random() < 0.12 };
}

function rulePlan(random: Random, share: number): RulePlan | undefined {
  if (random() > share) return undefined;
  return {
    ids: some(random, ids, 0.15),
    partners: [...some(random, ids, 0.1), ...some(random, [MADE, 'new'], 0.35)],
    numbers: some(random, [0, 1, 2], 0.12),
  };
}

/** A random schema with random rules. */
export function worldOf(random: Random): World {
  const names = random() < 0.6 ? ['t', 'u'] : ['t', 'u', 'v'];
  const links = ['a', 'b', 'c', 'd'].slice(0, 1 + Math.floor(random() * 4)).map((table): LinkPlan => {
    const declared = pick(random, [
      [true, true],
      [true, true],
      [true, true],
      [true, false],
      [false, true],
    ] as const);
    const first = sidePlan(random, pick(random, names), `${table}One`, declared[0]);
    const second = sidePlan(random, pick(random, names), `${table}Two`, declared[1]);
    const chosen = random();
    const kind = chosen < 0.5 ? 'foreign-key' : chosen < 0.7 ? 'one-to-one' : 'join';
    return { kind, table, sides: [first, second] };
  });
  const defaultAccess = pick(random, ['allow', 'allow', 'deny', 'by default', 'by default', undefined] as const);
  // If missing rules reject, only a few are missing: otherwise nothing would be allowed.
  const isClosed = defaultAccess === 'deny' || defaultAccess === 'by default';
  const share = (open: number): number => (isClosed ? 0.85 : open);
  const types = names.map((name): TypePlan => {
    const own = links.flatMap(({ sides }) => sides).filter((side) => side.type === name && side.isDeclared);
    const kind = random();
    const values =
      random() < 0.5 ? { field: 'id' as const, values: some(random, [...ids, MADE, 'new'], 0.75) } : undefined;
    const read = values ?? { field: 'n' as const, values: some(random, [0, 1, 2], 0.75) };
    return {
      name,
      // Between both limits, all or none.
      read: kind < (isClosed ? 0.05 : 0.55) ? undefined : kind < 0.6 ? isClosed : kind < 0.7 ? true : read,
      fields:
        random() < 0.8
          ? undefined
          : [
              'n',
              ...some(
                random,
                own.map((side) => side.name),
                0.7,
              ),
            ],
      rules: {
        create: rulePlan(random, share(0.3)),
        update: rulePlan(random, share(0.5)),
        delete: rulePlan(random, share(0.3)),
        updateRelationship: rulePlan(random, 0.6),
      },
    };
  });
  return { types, links, defaultAccess };
}

/** Random data: a foreign key leads to one resource at most. */
export function stateOf(random: Random, { types, links }: World): State {
  const rows = types.map(({ name }) => [
    name,
    Object.fromEntries(some(random, ids, 0.85).map((id) => [id, Math.floor(random() * 3)])),
  ]);
  const byType: State['rows'] = Object.fromEntries(rows);
  const pairs = links.map(({ kind, sides }) => {
    const [from, to] = sides.map(({ type }) => Object.keys(byType[type] ?? {})) as [string[], string[]];
    if (kind === 'join') return from.flatMap((id) => some(random, to, 0.35).map((other) => [id, other] as const));
    const taken = new Set<string>();
    return from.flatMap((id) => {
      if (to.length === 0 || random() < 0.25) return [];
      const other = pick(random, to);
      if (kind === 'one-to-one' && taken.has(other)) return [];
      taken.add(other);
      return [[id, other] as const];
    });
  });
  return { rows: byType, pairs };
}

const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as StandardSchema;

/** The API of a world. With `inverses`, the relationships of a link that both relationships declare name each other. */
export function apiOf({ types, links }: World, declared?: 'inverses'): Api {
  const all = types.map(({ name }) => {
    const relationships: [string, Relationship][] = links.flatMap(({ kind, sides }) =>
      sides.flatMap((side, index): [string, Relationship][] => {
        if (side.type !== name || !side.isDeclared) return [];
        const other = sides[1 - index] as SidePlan;
        const target = other.type;
        const isPair = declared === 'inverses' && other.isDeclared;
        const options = { write: side.write, ...(isPair ? { inverse: other.name } : {}) };
        const isToOne = kind !== 'join' && (index === 0 || kind === 'one-to-one');
        return [[side.name, isToOne ? toOne(target, options) : toMany(target, options)]];
      }),
    );
    const attributes = { n: attribute(anything, { filter: true }) };
    return [name, { attributes, relationships: Object.fromEntries(relationships), clientGeneratedIds: true }];
  });
  return defineApi(Object.fromEntries(all)) as Api;
}

function mappingOf({ types, links }: World): object {
  const mapped = types.map(({ name }) => {
    const relationships = links.flatMap(({ kind, table, sides }) =>
      sides.flatMap((side, index): [string, object][] => {
        if (side.type !== name || !side.isDeclared) return [];
        if (kind === 'join') {
          const [from, to] = index === 0 ? ['one', 'two'] : ['two', 'one'];
          return [[side.name, { through: `join_${table}`, from, to }]];
        }
        return [[side.name, index === 0 ? { column: `fk_${table}` } : { foreignKey: `fk_${table}` }]];
      }),
    );
    return [name, { table: `row_${name}`, newId: () => MADE, relationships: Object.fromEntries(relationships) }];
  });
  return Object.fromEntries(mapped);
}

/** The tables of a world with their rows. Foreign keys become null when their target is deleted. */
function openDatabase({ types, links }: World, { rows, pairs }: State): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const statements = ['pragma foreign_keys = off'];
  for (const { name } of types) {
    const keys = links
      .filter(({ kind, sides }) => kind !== 'join' && sides[0].type === name)
      .map(({ kind, table, sides }) => {
        const unique = kind === 'one-to-one' ? 'unique ' : '';
        return `, fk_${table} text ${unique}references row_${sides[1].type} (id) on delete set null`;
      });
    statements.push(`create table row_${name} (id text primary key, n integer${keys.join('')})`);
    for (const [id, n] of Object.entries(rows[name] ?? {}))
      statements.push(`insert into row_${name} (id, n) values ('${id}', ${n})`);
  }
  for (const [index, { kind, table, sides }] of links.entries()) {
    const columns = sides.map(
      ({ type }, at) => `${at === 0 ? 'one' : 'two'} text references row_${type} (id) on delete cascade`,
    );
    if (kind === 'join') statements.push(`create table join_${table} (${columns.join(', ')}, primary key (one, two))`);
    for (const [one, two] of pairs[index] ?? []) {
      const insert = `insert into join_${table} values ('${one}', '${two}')`;
      const update = `update row_${sides[0].type} set fk_${table} = '${two}' where id = '${one}'`;
      statements.push(kind === 'join' ? insert : update);
    }
  }
  database.exec([...statements, 'pragma foreign_keys = on'].join(';\n'));
  return database;
}

function readState({ types, links }: World, database: DatabaseSync): State {
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[];
  const rows = types.map(({ name }) => {
    const found = all(`select id, n from row_${name} order by id`);
    return [name, Object.fromEntries(found.map(({ id, n }) => [id, n]))];
  });
  const pairs = links.map(({ kind, table, sides }) => {
    const join = `select one, two from join_${table}`;
    const key = `select id as one, fk_${table} as two from row_${sides[0].type} where fk_${table} is not null`;
    return all(`${kind === 'join' ? join : key} order by 1, 2`).map(
      ({ one, two }) => [String(one), String(two)] as const,
    );
  });
  return { rows: Object.fromEntries(rows), pairs };
}

interface Subject {
  readonly id?: string;
  readonly record?: { readonly n?: number };
  readonly input?: { readonly id?: string; readonly attributes: { readonly n?: number } };
  readonly identifiers?: readonly { readonly id: string }[];
}

/** A rule as an application writes it: it compares what it is told. */
function ruleOf(plan: RulePlan): (context: unknown, subject: Subject) => boolean {
  return (_, { id, record, input, identifiers = [] }) =>
    !plan.ids.includes(id ?? input?.id ?? '') &&
    !plan.numbers.includes(record?.n ?? input?.attributes.n ?? -1) &&
    !identifiers.some((partner) => plan.partners.includes(partner.id));
}

/** The rules of a type. */
function rulesOf({ name, read, fields, rules }: TypePlan): readonly [string, object] {
  const rowFilter = typeof read === 'object' ? [read] : read;
  const written = Object.entries(rules).flatMap(([action, plan]) =>
    plan === undefined ? [] : [[action, ruleOf(plan)]],
  );
  return [
    name,
    {
      ...(read === undefined ? {} : { read: () => rowFilter }),
      ...(fields === undefined ? {} : { fields: () => fields }),
      ...Object.fromEntries(written),
    },
  ];
}

/** The behavior of a broken server, to check that the test detects it. */
export type Sabotage = 'sources declare no storage' | 'every inverse is open' | undefined;

/** The options of a server of a world: which inverses requests can change, and the access rules. */
export function optionsOf(
  world: World,
  onError: (error: unknown) => void,
  isOpen: (side: SidePlan) => boolean = (side) => side.isOpen,
): ServerOptions {
  const opened = world.types.map(({ name }) => {
    const own = world.links.flatMap(({ sides }) => sides).filter((side) => side.type === name && side.isDeclared);
    return [name, own.filter(isOpen).map((side) => side.name)];
  });
  const { defaultAccess } = world;
  const access = Object.fromEntries(world.types.map(rulesOf)) as AccessRules;
  return {
    onError,
    uncheckedInverses: Object.fromEntries(opened),
    ...(defaultAccess === undefined ? {} : { access }),
    ...(defaultAccess === undefined || defaultAccess === 'by default' ? {} : { defaultAccess }),
  };
}

/** A server on a fresh SQLite database with this data. */
export function openWorld(world: World, state: State, onError: (error: unknown) => void, sabotage?: Sabotage) {
  const database = openDatabase(world, state);
  const api = apiOf(world);
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  const made = createKyselySources(api, db, mappingOf(world) as never) as Readonly<Record<string, object>>;
  const sources = Object.entries(made).map(([type, source]) => [
    type,
    sabotage === 'sources declare no storage' ? { ...source, storage: undefined } : source,
  ]);
  const isOpen = (side: SidePlan): boolean => side.isOpen || sabotage === 'every inverse is open';
  const options = optionsOf(world, onError, isOpen);
  const server: Server = createServer(api, Object.fromEntries(sources), options);
  return { server, state: () => readState(world, database), close: () => database.close() };
}
