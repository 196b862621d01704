import type { Api } from '@linkage/core';
import { nameTable, oncePer } from '@linkage/core/internal';
import { readSettings } from './read-settings.ts';

const typeTable = oncePer((api: Api) => nameTable(api.types.keys(), 'resource type'));

/**
 * Reads an object whose names are resource types.
 *
 * @returns Its values by type, without undefined values.
 * @throws {TypeError} If it is not an object, or contains a name that is not a resource type of the API.
 */
export function readByType<Value>(api: Api, where: string, given: object = {}): ReadonlyMap<string, Value> {
  const read = readSettings(where, given, typeTable(api));
  return new Map(Object.entries<Value>(read as never).filter(([, value]) => value !== undefined));
}
