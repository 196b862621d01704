import type { Api, ResourceType } from '@linkage/core';
import { identifiersOf, type StoredRecord } from './memory-table.ts';
import type { ReadableTables } from './table-changes.ts';

/** The records of an API in memory. */
export interface Memory {
  readonly api: Api;
  readonly tables: ReadableTables;
}

function absent(type: ResourceType, field: string): TypeError {
  return new TypeError(`Type "${type.name}" does not have a field ${JSON.stringify(field)}.`);
}

/**
 * Returns the type that a step of a path leads to.
 *
 * @throws {TypeError} If the step is not a relationship, or has several target types.
 */
export function targetOf({ api }: Memory, type: ResourceType, step: string): ResourceType {
  const [target, ...others] = type.relationships.get(step)?.targets ?? [];
  const found = target === undefined || others.length > 0 ? undefined : api.types.get(target);
  if (found === undefined) throw absent(type, step);
  return found;
}

/**
 * Asserts that a type has a field, or that only a rule can use it, because the type does not declare it.
 *
 * @throws {TypeError} If the type does not have the field.
 */
export function assertField(type: ResourceType, name: string): void {
  if (name === 'id' || name.startsWith('@') || type.attributes.has(name) || type.relationships.has(name)) return;
  throw absent(type, name);
}

/** Returns the related records of a record, without deleted records. */
export function relatedTo({ tables }: Memory, record: StoredRecord, relationship: string): readonly StoredRecord[] {
  return identifiersOf(record[relationship]).flatMap(({ type, id }) => tables.get(type)?.get(id) ?? []);
}
