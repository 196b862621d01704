import type { DraftAttribute, DraftCodec, DraftRelationship, DraftType } from '../model/model.ts';
import { sendsIds } from './field-options.ts';
import { type Code, isList, textCode } from './text-code.ts';

/** Writes names. */
export function codeOf(value: string | readonly string[] | Readonly<Record<string, string | readonly string[]>>): Code {
  if (typeof value === 'string') return textCode(value);
  if (isList(value)) return value.map(textCode);
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, codeOf(it)]));
}

/** The calls of codecs. The compiler does not infer the values of a JSON column from the declaration. */
const codecCalls: Readonly<Record<DraftCodec, string | ((column: string) => Code)>> = {
  booleanColumn: 'booleanColumn',
  jsonColumn: 'jsonColumn<z.core.util.JSONType>',
  localDateTimeColumn: 'localDateTimeColumn',
  number: (column) => ({ column, decode: 'Number' }),
  expression: (column) => ({ expression: `(row) => row(${column})` }),
};

/** Writes the column of an attribute; undefined if it has the name of the attribute, and needs no mapping. */
export function columnCode({ name, column, codec, search }: DraftAttribute): Code | undefined {
  if (search?.mapping !== undefined) return { column: textCode(column), search: codeOf({ ...search.mapping }) };
  // The compiler takes a missing member that every object inherits, such as `constructor`, for a wrong one.
  if (codec === undefined) return name === column && !(name in {}) ? undefined : textCode(column);
  const call = codecCalls[codec];
  return typeof call === 'function' ? call(textCode(column)) : `${call}(${textCode(column)})`;
}

/** Writes the columns of attributes; undefined if all have the names of their attributes. */
function columnsCode(attributes: readonly DraftAttribute[]): Code | undefined {
  const columns = attributes.flatMap((it): [string, Code][] => {
    const code = columnCode(it);
    return code === undefined ? [] : [[it.name, code]];
  });
  return columns.length === 0 ? undefined : Object.fromEntries(columns);
}

/** Writes the storage of a relationship. */
export function storageCode({ storage, member = [] }: Pick<DraftRelationship, 'storage' | 'member'>): Code {
  const names = Object.entries(storage).map(([name, value]) => [name, codeOf(value)]);
  return { ...Object.fromEntries(names), member: columnsCode(member) };
}

/** Writes the mapping of a type. */
export function mappingCode(type: DraftType): Code {
  const { tableName, key, idType, version, attributes, relationships } = type;
  const isText = idType.every((it) => it === 'text');
  const isId = key.length === 1 && key[0] === 'id';
  return {
    table: textCode(tableName),
    id: isId ? undefined : codeOf(key.length === 1 ? String(key[0]) : key),
    idType: isText ? undefined : codeOf(idType.length === 1 ? String(idType[0]) : idType),
    newId: sendsIds(type) ? textCode('client') : undefined,
    version: version === undefined ? undefined : textCode(version),
    attributes: columnsCode(attributes),
    relationships:
      relationships.length === 0
        ? undefined
        : Object.fromEntries(relationships.map((it) => [it.name, storageCode(it)])),
  };
}
