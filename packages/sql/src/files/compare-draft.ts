import type { Api } from '@linkage/core';
import { isObject } from '@linkage/core/internal';
import type { DraftModel, DraftType } from '../model/model.ts';
import { attributeCode, relationshipCode } from './draft-files.ts';
import { type LooseMapping, mappedColumns } from './mapped-columns.ts';

/** A table or a column of the database that an API does not contain. */
export interface NewPart {
  /** The table, or the table and the column, as `ignored` lists it. */
  readonly name: string;
  readonly text: string;
  /** The type of the API that gets the code; undefined for a new type. */
  readonly type: string | undefined;
  /** The lines to add, if there are any. */
  readonly code: readonly string[];
}

/** An API, with its mapping to the tables of a database. */
export interface ComparedApi {
  readonly api: Api;
  readonly mapping: LooseMapping;
  /** The tables and columns that the API does not contain on purpose. */
  readonly ignored: readonly string[];
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
};

/** Returns all columns that the mapping of a type names, as `table.column`, and its join tables. */
function usedBy(mapping: LooseMapping, api: Api, name: string): readonly string[] {
  const { table, id = 'id', relationships, columns, version } = mapping[name] ?? {};
  const ofTable = (names: readonly string[]): readonly string[] => names.map((it) => `${String(table)}.${it}`);
  const type = api.types.get(name);
  const stored = mappedColumns(mapping, api, name).map(({ column }) => column);
  const undeclared = isObject(columns)
    ? Object.values(columns).flatMap((it) => textsIn(isObject(it) ? it['column'] : it))
    : [];
  const edges = Object.entries(isObject(relationships) ? relationships : {}).flatMap(([relationship, edge]) => {
    if (!isObject(edge)) return [];
    const { column, typeColumn, foreignKey, through } = edge as Readonly<Record<string, unknown>>;
    const [target = ''] = type?.relationships.get(relationship)?.targets ?? [];
    const targetTable = String(mapping[target]?.['table']);
    return [
      ...ofTable([...textsIn(column), ...textsIn(typeColumn)]),
      ...textsIn(foreignKey).map((it) => `${targetTable}.${it}`),
      ...textsIn(through),
    ];
  });
  return [...ofTable([...textsIn(id), ...textsIn(version), ...stored, ...undeclared]), ...edges];
}

function newFields(type: DraftType, name: string, used: ReadonlySet<string>): readonly NewPart[] {
  const isNew = (column: string): boolean => !used.has(`${type.tableName}.${column}`);
  const attributes = type.attributes
    .filter(({ column }) => isNew(column))
    .map((it) => ({
      name: `${type.tableName}.${it.column}`,
      text: it.typeName,
      type: name,
      code: [attributeCode(it)],
    }));
  const links = type.relationships.flatMap((it) => {
    const { storage } = it;
    const columns = 'column' in storage ? textsIn(storage.column) : [];
    const all = 'typeColumn' in storage ? [...columns, storage.typeColumn] : columns;
    if (all.length === 0 || !all.some(isNew)) return [];
    const text = `references ${(it.targets ?? [it.target]).join(', ')}`;
    return [{ name: `${type.tableName}.${all.join(', ')}`, text, type: name, code: [relationshipCode(it)] }];
  });
  return [...attributes, ...links];
}

/**
 * Returns what a draft contains and an API does not: new tables, new columns, and those that a draft hides or leaves out, unless they are
 * ignored. Tables and columns are compared, so names that the developer has changed stay.
 */
export function newParts(model: DraftModel, { api, mapping, ignored }: ComparedApi): readonly NewPart[] {
  const used = new Set(Object.keys(mapping).flatMap((name) => usedBy(mapping, api, name)));
  const names = new Map(Object.entries(mapping).map(([name, { table }]) => [String(table), name]));
  const joins = new Set(
    model.types.flatMap((type) =>
      type.relationships.flatMap(({ storage }) => ('through' in storage ? [storage.through] : [])),
    ),
  );
  const parts = model.types.flatMap((type): readonly NewPart[] => {
    const name = names.get(type.tableName);
    if (name !== undefined) return newFields(type, name, used);
    return used.has(type.tableName)
      ? []
      : [{ name: type.tableName, text: `a table, drafted as ${type.name}`, type: undefined, code: [] }];
  });
  const joined = [...joins]
    .filter((table) => !used.has(table) && !names.has(table))
    .map((table): NewPart => ({ name: table, text: 'a join table', type: undefined, code: [] }));
  const leftOut = model.notes.flatMap(({ kind, table, column, text }): readonly NewPart[] => {
    if (kind !== 'hidden' && kind !== 'left out') return [];
    const name = column === undefined ? table : `${table}.${column}`;
    if (used.has(name) || names.has(name)) return [];
    return [{ name, text: `${kind}, ${text}`, type: undefined, code: [] }];
  });
  const isIgnored = ({ name }: NewPart): boolean =>
    ignored.includes(name) || ignored.includes(name.slice(0, Math.max(name.lastIndexOf('.'), 0)));
  return [...parts, ...joined, ...leftOut].filter((part) => !isIgnored(part));
}
