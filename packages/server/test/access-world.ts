import { type Api, attribute, defineApi, type FilterTerm, type StandardSchema, toMany, toOne } from '@linkage/core';
import { aggregates } from '../src/extensions/aggregates/aggregates.ts';
import { relatedQueries } from '../src/extensions/related-queries/related-queries.ts';
import type { ServerProfile } from '../src/extensions/server-profile.ts';
import { createMemorySources } from '../src/memory/create-memory-sources.ts';
import type { DataSource } from '../src/sources/port/data-source.ts';

/** Numbers between 0 and 1 that a seed decides. */
export type Random = () => number;

/** A small generator of random numbers (mulberry32): one seed, one world. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

export function some<Value>(random: Random, values: readonly Value[], share: number): Value[] {
  return values.filter(() => random() < share);
}

export interface Link {
  readonly type: string;
  readonly id: string;
}
export interface Row {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, readonly Link[]>>;
}
export type Rows = ReadonlyMap<string, readonly Row[]>;
export interface RelationshipPlan {
  readonly kind: 'to-one' | 'to-many';
  readonly targets: readonly string[];
}
export interface TypePlan {
  readonly name: string;
  readonly relationships: Readonly<Record<string, RelationshipPlan>>;
  /** Undefined: no rule. */
  readonly read: boolean | readonly FilterTerm[] | undefined;
  readonly fields: boolean | readonly string[] | undefined;
  /** The conditions of attributes that the user can read of some resources only. */
  readonly where: Readonly<Record<string, readonly FilterTerm[]>>;
  /** How its source gives linkage. */
  readonly manner: 'carried' | 'carried alone' | 'apart' | 'nested';
}
export interface World {
  readonly api: Api;
  readonly types: readonly TypePlan[];
  /** Undefined: the option is not set, so what no rule allows is denied. */
  readonly defaultAccess: 'allow' | 'deny' | undefined;
}

const anything: StandardSchema = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as StandardSchema;
const number: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value: unknown) =>
      typeof value === 'number' || value === null || value === undefined
        ? { value }
        : { issues: [{ message: 'no number' }] },
  },
} as StandardSchema;

const asked = { sort: true, filter: true } as const;
export const attributeNames = ['n', 's', 'h'] as const;
export const ids = ['1', '2', '3', '4', '5'] as const;

function randomValue(random: Random, name: string): unknown {
  if (name === 's') return pick(random, ['x', 'y', 'z', null]);
  return pick(random, [0, 1, 2, null]);
}

function relationshipPlans(random: Random, names: readonly string[]): Record<string, RelationshipPlan> {
  const entries = some(random, ['a', 'b', 'c'], 0.7).map((name): [string, RelationshipPlan] => {
    const targets = random() < 0.15 ? names.slice(0, 2) : [pick(random, names)];
    return [name, { kind: random() < 0.5 ? 'to-one' : 'to-many', targets }];
  });
  return Object.fromEntries(entries);
}

function conditionOf(random: Random, relationships: Readonly<Record<string, RelationshipPlan>>): FilterTerm {
  const field = pick(random, ['id', 'n', 's', 'h', ...Object.keys(relationships)]);
  const { targets = [] } = relationships[field] ?? {};
  if (targets.length > 1) {
    const identifiers = targets.flatMap((type) => ids.map((id) => ({ type, id })));
    return { field, operator: 'eq', values: some(random, identifiers, 0.5) };
  }
  if (field === 'id' || field in relationships) {
    return { field, operator: 'eq', values: some(random, ids, field === 'id' ? 0.6 : 0.5) };
  }
  const operator = pick(random, ['eq', 'eq', 'le', 'ge', 'lt'] as const);
  const values =
    operator === 'eq' ? [randomValue(random, field), randomValue(random, field)] : [field === 's' ? 'y' : 1];
  return { field, operator, values };
}

function readOf(random: Random, relationships: Readonly<Record<string, RelationshipPlan>>): TypePlan['read'] {
  const kind = random();
  if (kind < 0.15) return undefined;
  if (kind < 0.25) return random() < 0.5;
  return [conditionOf(random, relationships), ...(random() < 0.3 ? [conditionOf(random, relationships)] : [])];
}

function fieldsOf(random: Random, relationships: Readonly<Record<string, RelationshipPlan>>): TypePlan['fields'] {
  const kind = random();
  if (kind < 0.4) return undefined;
  if (kind < 0.5) return random() < 0.8;
  return some(random, [...attributeNames, ...Object.keys(relationships)], 0.7);
}

function whereOf(
  random: Random,
  relationships: Readonly<Record<string, RelationshipPlan>>,
  fields: TypePlan['fields'],
): TypePlan['where'] {
  if (random() < 0.5 || fields === false) return {};
  const readable = attributeNames.filter((name) => !Array.isArray(fields) || fields.includes(name));
  return Object.fromEntries(some(random, readable, 0.4).map((name) => [name, [conditionOf(random, relationships)]]));
}

/** The rule `fields` of a type, if it has one. */
export function fieldsRuleOf(
  fields: TypePlan['fields'],
  where: TypePlan['where'],
): { readonly fields?: () => unknown } {
  if (Object.keys(where).length === 0) return fields === undefined ? {} : { fields: () => fields };
  return { fields: () => (Array.isArray(fields) ? { only: fields, where } : { where }) };
}

/** The profiles that aggregate all attributes of a world, and ask for members of included relationships. */
export function profilesOf({ api, types }: World): readonly ServerProfile[] {
  const fields = { groupBy: attributeNames, min: attributeNames, max: attributeNames };
  const byType = Object.fromEntries(types.map(({ name }) => [name, fields]));
  const applied = { applied: 'always' } as const;
  return [aggregates(api, byType as never, applied), relatedQueries(applied)];
}

/** A random API with random rules. */
export function worldOf(random: Random): World {
  const names = ['ts', 'us', 'vs'].slice(0, 2 + Math.floor(random() * 2));
  const types = names.map((name): TypePlan => {
    const relationships = relationshipPlans(random, names);
    const manner = pick(random, ['carried', 'carried alone', 'apart', 'nested'] as const);
    const fields = fieldsOf(random, relationships);
    return {
      name,
      relationships,
      read: readOf(random, relationships),
      fields,
      where: whereOf(random, relationships, fields),
      manner,
    };
  });
  const declaration = types.map(({ name, relationships }) => {
    const declared = Object.entries(relationships).map(([field, { kind, targets }]) => [
      field,
      kind === 'to-one'
        ? toOne(targets, { filter: true, sort: targets.length === 1 })
        : toMany(targets, { filter: true }),
    ]);
    const attributes = { n: attribute(number, asked), s: attribute(anything, asked), h: number };
    return [name, { attributes, relationships: Object.fromEntries(declared) }];
  });
  const defaultAccess = pick(random, ['allow', 'allow', 'deny', undefined] as const);
  return { api: defineApi(Object.fromEntries(declaration)) as Api, types, defaultAccess };
}

/** Random links; some lead to resources that are not there. */
export function linksOf(random: Random, { kind, targets }: RelationshipPlan): readonly Link[] {
  const all = targets.flatMap((type) => [...ids, '9'].map((id) => ({ type, id })));
  return kind === 'to-one' ? (random() < 0.2 ? [] : [pick(random, all)]) : some(random, all, 0.4);
}

/** A random row of a type. */
export function rowOf(random: Random, { relationships }: TypePlan, id: string): Row {
  return {
    id,
    attributes: Object.fromEntries(attributeNames.map((name) => [name, randomValue(random, name)])),
    links: Object.fromEntries(Object.entries(relationships).map(([name, plan]) => [name, linksOf(random, plan)])),
  };
}

/** Random data. */
export function rowsOf(random: Random, { types }: World): Rows {
  return new Map(types.map((type) => [type.name, some(random, ids, 0.8).map((id) => rowOf(random, type, id))]));
}

function recordOf({ relationships }: TypePlan, { id, attributes, links }: Row): object {
  const linkage = Object.entries(links).map(([name, members]) => [
    name,
    relationships[name]?.kind === 'to-one' ? (members[0] ?? null) : members,
  ]);
  return { id, ...attributes, ...Object.fromEntries(linkage) };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** How the types of a world state versions, one after the other: by name, by a function, not at all. */
const versions: readonly DataSource['version'][] = [
  'h',
  (record) => String((record as { readonly h?: unknown }).h),
  undefined,
];

/** Sources over these rows, which give linkage in different manners. */
export function sourcesOf({ api, types }: World, rows: Rows): Record<string, DataSource> {
  const records = types.map((type) => [type.name, (rows.get(type.name) ?? []).map((row) => recordOf(type, row))]);
  const memory = createMemorySources(api, Object.fromEntries(records)) as Record<string, Required<DataSource>>;
  const find = (type: string, id: string): object | undefined => {
    const [record] = (memory[type]?.find([id], {} as never, {} as never) ?? []) as readonly object[];
    return record;
  };
  const nest = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(nest);
    const { type, id } = (value ?? {}) as Partial<Link>;
    return type === undefined || id === undefined ? value : { ...find(type, id), type, id, deep: true };
  };
  return Object.fromEntries(
    types.map(({ name, relationships, manner, read }, index) => {
      const made = memory[name] as Required<DataSource>;
      // Ids that count tell how many resources there are; that is for the source to avoid.
      const source = {
        ...made,
        version: versions[index],
        create: (input: object, call: never) => made.create({ ...input, id: 'new' } as never, call),
      };
      const names = Object.keys(relationships);
      const change = (make: (value: unknown) => unknown) => (record: object) => {
        const fields = record as Record<string, unknown>;
        return { ...fields, ...Object.fromEntries(names.map((field) => [field, make(fields[field])])) } as never;
      };
      if (manner === 'carried') return [name, source];
      if (manner === 'carried alone') {
        const { related: _, ...others } = source;
        return [name, others];
      }
      const shape = change(manner === 'apart' ? () => undefined : nest);
      const partial: DataSource = {
        ...source,
        list: async (query, call) => {
          const page = await source.list(query, call);
          return { ...page, records: page.records.map(shape) };
        },
        find: async (asked, selection, call) => (await source.find(asked, selection, call)).map(shape),
      };
      // A source that declares nothing does not receive identifiers, so its collections cannot have such a rule.
      const hasIdentifiers = typeof read === 'object' && read.some((it) => it.values.some(isObject));
      const { appliesFilters } = source as Pick<Required<DataSource>, 'appliesFilters'>;
      const declared = { ...appliesFilters, methods: [...(appliesFilters?.methods ?? []), partial.list] } as never;
      return [name, hasIdentifiers ? { ...partial, appliesFilters: declared } : partial];
    }),
  );
}
