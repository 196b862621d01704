import { describeValue, rejection } from '@linkage/core/internal';
import { sql } from 'kysely';
import { canStore } from '../columns/column-kinds.ts';
import { describeColumn } from '../columns/describe-column.ts';
import type { KeyPart } from '../dialects/key-codec.ts';
import { type Key, keyNames, keyOf, partsOf } from '../mapping/key.ts';
import { randomId } from '../mapping/resolve-key.ts';
import type { KeyColumn, Table } from '../mapping/table.ts';
import { readPart } from '../statements/key-columns.ts';
import type { Executor } from '../statements/transaction.ts';

const source = { pointer: '/data/id' };

/** Whether clients must send ids if the column cannot store a random one: the mapping does not say how else ids are made. */
export function clientsMustSendIds({ newId, type }: Table): boolean {
  return newId === randomId && type.clientGeneratedIds;
}

function unreadable({ type, key }: Table, id: string): never {
  if (key.length > 1) throw rejection('DOCUMENT_INVALID.idParts', { type: type.name, count: key.length }, source);
  if (key[0].idType === 'integer') throw rejection('DOCUMENT_INVALID.idInteger', { type: type.name }, source);
  throw rejection('VALUE_REJECTED.id', { expected: describeColumn(key[0].type, id) }, source);
}

function readKey(table: Table, id: string): Key {
  const key = keyOf(table, id) ?? unreadable(table, id);
  partsOf(key).forEach((part, index) => {
    const { type } = table.key[index] as KeyColumn;
    if (!canStore(type, part, table.dialect.values))
      throw rejection('VALUE_REJECTED.id', { expected: describeColumn(type, part) }, source);
  });
  return key;
}

/**
 * Returns the key of the request document or of `newId`; undefined if there is none.
 *
 * @throws {JsonApiError} 422 if the column cannot store the id, or no random one and the client has sent none.
 * @throws {TypeError} If the column cannot store what `newId` of the mapping returned.
 */
export function chosenKey(table: Table, id: string | undefined): Key | undefined {
  if (id !== undefined) return readKey(table, id);
  const made = table.newId?.();
  if (made === undefined) return undefined;
  try {
    return readKey(table, made);
  } catch (cause) {
    if (clientsMustSendIds(table)) throw rejection('VALUE_REJECTED.required', { name: 'id' }, { pointer: '/data' });
    const where = `createKyselySources: mapping.${table.type.name}.newId`;
    throw new TypeError(
      `${where} must return an id that the column can store, but it returned ${describeValue(made)}.`,
      {
        cause,
      },
    );
  }
}

/** Checks that fields that are stored in the columns of the id have the values of the id. */
export function assertKey(table: Table, key: Key, values: Readonly<Record<string, unknown>>): void {
  const names = keyNames(table);
  if (names.length === 1) return;
  const parts = partsOf(key);
  const isOther = names.some(
    (name, index) => Object.hasOwn(values, name) && String(values[name]) !== String(parts[index]),
  );
  if (isOther) throw rejection('VALUE_REJECTED.idParts', {}, source);
}

/** Returns the key of a row whose other fields contain all parts of the id; undefined if the database creates a part. */
export function composedKey(table: Table, values: Readonly<Record<string, unknown>>): Key | undefined {
  const names = keyNames(table);
  if (names.length === 1) return undefined;
  const parts = names.map((name) => values[name]);
  return parts.some((part) => part === undefined || part === null) ? undefined : (parts as readonly KeyPart[]);
}

/** Returns the key that a default makes, where an insert would not return it. */
export async function madeKey(
  executor: Executor,
  { key, codecs }: Table,
  expression: string,
): Promise<Key | undefined> {
  if (key.length > 1) return undefined;
  const { rows } = await sql<{
    readonly id: unknown;
  }>`select ${readPart(codecs.at(0), sql.raw(expression))} as id`.execute(executor);
  return codecs.at(0)?.partOf(String(rows.at(0)?.id));
}
