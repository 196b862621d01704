import type { ResourceType } from '@linkage/core';
import { describeValue, rejection } from '@linkage/core/internal';
import type { ColumnType } from '../columns/column-type.ts';
import { defaultExpression, makesValues } from '../dialects/default-value.ts';
import { isUuidOfBytes } from '../dialects/key-codec.ts';
import { keyNames } from './key.ts';
import { assertColumns, databaseColumn, type KnownTable } from './known-table.ts';
import type { Place } from './resolve-row-filter.ts';
import { writtenColumns, writtenPartsOf } from './resolve-rows.ts';
import type { KeyColumn, KeyColumns, Table } from './table.ts';

/** Returns the id of a new resource whose id is a string. */
export const randomId = (): string => crypto.randomUUID();

/** Returns the function that makes ids of a column: those of bytes are hexadecimal digits, or a UUID. */
export function randomIdOf(type: ColumnType | undefined): () => string {
  if (type?.kind !== 'binary' || isUuidOfBytes(type)) return randomId;
  const { bytes = 16 } = type;
  return () =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (it) => it.toString(16).padStart(2, '0')).join('');
}

/**
 * Reads how the mapping makes ids: with a function, or not at all, because clients send them.
 *
 * @throws {TypeError} If it is neither, or clients cannot send ids.
 */
export function newIdOf(
  where: string,
  { name, clientGeneratedIds }: ResourceType,
  newId: unknown,
): (() => string) | undefined {
  if (newId === undefined || typeof newId === 'function') return newId as (() => string) | undefined;
  if (newId !== 'client')
    throw new TypeError(`${where}: \`newId\` must be a function or "client", but it is ${describeValue(newId)}.`);
  if (!clientGeneratedIds)
    throw new TypeError(
      `${where}: with \`newId: 'client'\`, the type "${name}" must be declared with \`clientGeneratedIds: true\`.`,
    );
  return () => {
    throw rejection('VALUE_REJECTED.clientId', { type: name }, { pointer: '/data' });
  };
}

const types: readonly unknown[] = ['text', 'integer'];

/**
 * Reads the name of a column, or of several.
 *
 * @throws {TypeError} If it is neither, or the table does not have a column.
 */
export function readColumns(
  where: string,
  member: string,
  given: unknown,
  known: KnownTable | undefined,
): readonly string[] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [given];
  const isKey = names.length > 0 && names.every((name) => typeof name === 'string');
  if (!isKey || new Set(names).size < names.length)
    throw new TypeError(
      `${where}: \`${member}\` must be a string or an array of different strings, but it is ${describeValue(given)}.`,
    );
  assertColumns(where, known, names);
  return names;
}

/** Whether the database makes the ids of new rows, as far as the database schema says so, and an insert can find out which. */
export function makesIds(
  [{ name, expression }]: KeyColumns,
  { known, dialect }: Pick<Place, 'known' | 'dialect'>,
): boolean {
  const column = known && databaseColumn(known, name);
  return expression !== undefined || (dialect.returning && column !== undefined && makesValues(column));
}

/**
 * Reads the columns of the id of a table.
 *
 * @throws {TypeError} If the table does not have a column, `idType` does not contain one type for each column, or is `text` for a column of
 * integers.
 */
export function resolveKey(
  where: string,
  { id = 'id', idType = 'text', newId }: { readonly id?: unknown; readonly idType?: unknown; readonly newId?: unknown },
  { name: table, known, dialect }: Omit<Place, 'where'>,
): KeyColumns {
  const names = readColumns(where, 'id', id, known);
  const given: readonly unknown[] = Array.isArray(idType) ? idType : names.map(() => idType);
  if (given.length !== names.length || !given.every((type) => types.includes(type)))
    throw new TypeError(
      `${where}: \`idType\` must be "text" or "integer", or an array with one of them for each column of \`id\`, but it is ${describeValue(idType)}.`,
    );
  const columns = names.map((name, index): KeyColumn => {
    const column = known && databaseColumn(known, name);
    const type = column?.type;
    const isUnfound = column?.isIncomparable === true && 'the database cannot compare its values';
    const reason = isUnfound || (type && dialect.rejectedId(type, names.length > 1));
    if (reason !== undefined)
      throw new TypeError(`${where}: the column "${name}" of the table "${table}" cannot be an id: ${reason}.`);
    // The server would give new resources a UUID.
    if (type?.kind === 'integer' && names.length === 1 && given[index] === 'text' && newId === undefined)
      throw new TypeError(
        `${where}: the column "${name}" of the table "${table}" contains integers, so the mapping must contain idType: 'integer', or \`newId\`.`,
      );
    const expression = dialect.returning ? undefined : known && column && defaultExpression(known, column);
    const isText = dialect.idsByCollation && given[index] === 'text';
    const hasSpellings = column === undefined ? isText : column.hasSpellings === true;
    return { name, idType: given[index] as KeyColumn['idType'], type, hasSpellings, expression };
  });
  return columns as unknown as KeyColumns;
}

/**
 * Finds fields through which a request could change an id.
 *
 * @throws {TypeError} If there is one, of this type or of a related type.
 */
export function checkKeyWrites(table: Table): void {
  const { type, columns, storages, onUpdate, softDelete = {} } = table;
  const where = `createKyselySources: mapping.${type.name}`;
  const reject = (owner: Table, column: string, field: string, write: string): never => {
    throw new TypeError(
      `createKyselySources: mapping.${owner.type.name}.id: clients can change the column "${column}" of the id as \`${field}\`. Declare the field with ${write}.`,
    );
  };
  for (const [name, { write }] of type.attributes) {
    const column = columns.get(name)?.name;
    const isKey = table.key.length > 1 && column !== undefined && keyNames(table).includes(column);
    if (isKey && (write === true || write === 'update'))
      reject(table, column, `${type.name}.${name}`, "`write: 'create'`");
  }
  const written = [...storages].flatMap(([name, storage]) => writtenPartsOf(storage).map((it) => [name, it] as const));
  for (const [name, storage] of written) {
    const owner = storage.kind === 'foreign-key' ? storage.target : table;
    const column = writtenColumns(storage).find((it) => keyNames(owner).includes(it));
    if (column === undefined) continue;
    const { write } = type.relationships.get(name) ?? {};
    // An id of several columns consists of fields. The id of one column is a member of the document itself.
    const isPart = owner.key.length > 1 && storage.kind !== 'foreign-key';
    if (write === false || (write === 'create' && isPart)) continue;
    reject(owner, column, `${type.name}.${name}`, isPart ? "`write: 'create'`" : '`write: false`');
  }
  if (table.key.length === 1) return;
  for (const [part, values] of Object.entries({ onUpdate, softDelete })) {
    const column = keyNames(table).find((name) => Object.hasOwn(values, name));
    if (column !== undefined)
      throw new TypeError(`${where}.${part} must not contain the column "${column}", which is part of the id.`);
  }
}
