import type { Api } from '@linkage/core';
import { isObject } from '@linkage/core/internal';
import { joinTablesIn } from '../model/join-tables.ts';
import type { DraftAttribute, DraftModel, DraftRelationship, DraftType } from '../model/model.ts';
import { attributeCode, relationshipCode } from './draft-files.ts';
import { type LooseMapping, mappedColumns, memberColumns } from './mapped-columns.ts';
import { columnCode, storageCode } from './mapping-code.ts';
import { keyCode, writeCode } from './text-code.ts';

/** A table or a column of the database that an API does not contain. */
export interface NewPart {
  /** The table, or the table and the column, as `ignored` lists it. */
  readonly name: string;
  /** The column of a new attribute. */
  readonly column?: string;
  readonly text: string;
  /** The type of the API that gets the code; undefined for a new type. */
  readonly type: string | undefined;
  /** The lines to add, if there are any. */
  readonly lines: readonly NewLine[];
}

/** A line to add to a type of an API, or to its mapping. */
export interface NewLine {
  readonly file: 'api.ts' | 'sources.ts';
  readonly type: string;
  readonly member: 'attributes' | 'relationships';
  readonly code: string;
}

/** An API, with its mapping to the tables of a database. */
export interface ComparedApi {
  readonly api: Api;
  readonly mapping: LooseMapping;
  /** The tables and columns that the API does not contain on purpose. */
  readonly ignored: readonly string[];
}

/** Returns the strings of a name, or of several. */
export const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
};

/** Returns the columns to which the mapping of a type writes values of its own. */
export function valuesIn(mapping: LooseMapping[string]): readonly string[] {
  return ['onCreate', 'onUpdate', 'where', 'softDelete'].flatMap((part) => {
    const values = mapping[part];
    return isObject(values) ? Object.keys(values) : [];
  });
}

/** Returns all columns that the mapping of a type names, as `table.column`, and its join tables. */
function usedBy(mapping: LooseMapping, api: Api, name: string): readonly string[] {
  const { table, id = 'id', relationships, columns, version } = mapping[name] ?? {};
  const ofTable = (names: readonly string[]): readonly string[] => names.map((it) => `${String(table)}.${it}`);
  const type = api.types.get(name);
  const stored = mappedColumns(mapping, api, name).map(({ column }) => column);
  const undeclared = isObject(columns)
    ? Object.values(columns).flatMap((it) => stringsIn(isObject(it) ? it['column'] : it))
    : [];
  const others = Object.entries(isObject(relationships) ? relationships : {}).flatMap(([relationship, mapped]) => {
    if (!isObject(mapped)) return [];
    const { column, typeColumn, foreignKey, through } = mapped as Readonly<Record<string, unknown>>;
    const [target = ''] = type?.relationships.get(relationship)?.targets ?? [];
    const data = memberColumns(mapping, api, name).filter((it) => it.relationship === relationship);
    const targetTable = String(mapping[target]?.['table']);
    return [
      ...ofTable([...stringsIn(column), ...stringsIn(typeColumn)]),
      ...stringsIn(foreignKey).map((it) => `${targetTable}.${it}`),
      ...stringsIn(through),
      ...data.map((it) => `${it.table}.${it.column}`),
    ];
  });
  const own = [...stringsIn(id), ...stringsIn(version), ...stored, ...undeclared, ...valuesIn(mapping[name] ?? {})];
  return [...ofTable(own), ...others];
}

/** The drafted types, and the names that the developer has given them, by their drafted names. */
interface Named {
  readonly types: ReadonlyMap<string, DraftType>;
  readonly own: ReadonlyMap<string, string>;
}

/** Returns the lines of one side of a relationship. */
function sideLines(type: string, it: DraftRelationship, { own }: Named): readonly NewLine[] {
  const named = { ...it, target: own.get(it.target) ?? it.target };
  const targets = it.targets?.map((target) => own.get(target) ?? target);
  const place = { type, member: 'relationships' } as const;
  return [
    { ...place, file: 'api.ts', code: relationshipCode({ ...named, ...(targets !== undefined && { targets }) }) },
    { ...place, file: 'sources.ts', code: `${keyCode(it.name)}: ${writeCode(storageCode(it))},` },
  ];
}

/** Returns the lines of a relationship, and of its inverse relationship. */
function relationshipLines(type: DraftType, name: string, it: DraftRelationship, named: Named): readonly NewLine[] {
  const other = named.types.get(it.target);
  const inverse = other?.relationships.find((one) => one.name === it.inverse && one.target === type.name);
  const target = named.own.get(it.target);
  const others = inverse === undefined || target === undefined ? [] : sideLines(target, inverse, named);
  return [...sideLines(name, it, named), ...others];
}

function attributeLines(name: string, it: DraftAttribute): readonly NewLine[] {
  const place = { type: name, member: 'attributes' } as const;
  const stored = columnCode(it);
  return [
    { ...place, file: 'api.ts', code: attributeCode(it) },
    ...(stored === undefined
      ? []
      : [{ ...place, file: 'sources.ts', code: `${keyCode(it.name)}: ${writeCode(stored)},` } as const]),
  ];
}

function newFields(
  type: DraftType,
  name: string,
  used: ReadonlySet<string>,
  { api, ...named }: Named & Pick<ComparedApi, 'api'>,
): readonly NewPart[] {
  const isNew = (column: string): boolean => !used.has(`${type.tableName}.${column}`);
  // No mapping names the function that an expression calls.
  const isDeclared = ({ codec, name: field }: DraftAttribute) =>
    codec === 'expression' && api.types.get(name)?.attributes.has(field) === true;
  const attributes = type.attributes
    .filter((it) => isNew(it.column) && !isDeclared(it))
    .map((it) => ({
      name: `${type.tableName}.${it.column}`,
      column: it.column,
      text: it.typeName,
      type: name,
      lines: attributeLines(name, it),
    }));
  const counted = stringsIn(type.version)
    .filter(isNew)
    .map((it) => ({ name: `${type.tableName}.${it}`, text: 'map it as `version` of the type', type: name, lines: [] }));
  const links = type.relationships.flatMap((it) => {
    const { storage } = it;
    const columns = 'column' in storage ? stringsIn(storage.column) : [];
    const all = 'typeColumn' in storage ? [...columns, storage.typeColumn] : columns;
    if (all.length === 0 || !all.some(isNew)) return [];
    const text = `references ${(it.targets ?? [it.target]).join(', ')}`;
    return [
      {
        name: `${type.tableName}.${all.join(', ')}`,
        text,
        type: name,
        lines: relationshipLines(type, name, it, named),
      },
    ];
  });
  // A table is new as a whole if no mapping names it.
  const data = type.relationships.flatMap(({ storage, member = [] }) =>
    'through' in storage && used.has(storage.through) ? member.map((it) => [storage.through, it] as const) : [],
  );
  const members = data.flatMap(([table, { column, typeName }]): readonly NewPart[] => {
    const place = `${table}.${column}`;
    return used.has(place) ? [] : [{ name: place, text: `${typeName}, data of a membership`, type: name, lines: [] }];
  });
  return [...attributes, ...counted, ...links, ...members];
}

const pairOf = (drafted: string, own: string | undefined): readonly (readonly [string, string])[] =>
  own === undefined ? [] : [[drafted, own]];

/**
 * Returns what a draft contains and an API does not: new tables, new columns, and those that a draft hides or leaves out, unless they are
 * ignored. Tables and columns are compared, so names that the developer has changed stay.
 */
export function newParts(model: DraftModel, { api, mapping, ignored }: ComparedApi): readonly NewPart[] {
  const used = new Set(Object.keys(mapping).flatMap((name) => usedBy(mapping, api, name)));
  const names = new Map(Object.entries(mapping).map(([name, { table }]) => [String(table), name]));
  const named: Named = {
    types: new Map(model.types.map((type) => [type.name, type])),
    own: new Map(model.types.flatMap((type) => pairOf(type.name, names.get(type.tableName)))),
  };
  const joins = joinTablesIn(model.types);
  const parts = model.types.flatMap((type): readonly NewPart[] => {
    const name = names.get(type.tableName);
    if (name !== undefined) return newFields(type, name, used, { ...named, api });
    return used.has(type.tableName)
      ? []
      : [{ name: type.tableName, text: `a table, drafted as ${type.name}`, type: undefined, lines: [] }];
  });
  const joined = [...joins]
    .filter((table) => !used.has(table) && !names.has(table))
    .map((table): NewPart => ({ name: table, text: 'a join table', type: undefined, lines: [] }));
  const leftOut = model.notes.flatMap(({ kind, table, column, text }): readonly NewPart[] => {
    if (kind !== 'hidden' && kind !== 'left out') return [];
    const name = column === undefined ? table : `${table}.${column}`;
    if (used.has(name) || names.has(name)) return [];
    return [{ name, text: `${kind}, ${text}`, type: undefined, lines: [] }];
  });
  const isIgnored = ({ name }: NewPart): boolean =>
    ignored.includes(name) || ignored.includes(name.slice(0, Math.max(name.lastIndexOf('.'), 0)));
  const all = [...parts, ...joined, ...leftOut].filter((part) => !isIgnored(part));
  // Both relationships of a join table have its columns.
  return [...new Map(all.toReversed().map((part) => [part.name, part])).values()].toReversed();
}
