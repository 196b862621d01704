import type { Api, ResourceType } from '@linkage/core';
import { stepsOf } from '@linkage/core/records';
import { identifiersOf, type StoredRecord } from './memory-table.ts';
import type { ReadableTables } from './table-changes.ts';

/** The records of an API in memory. */
export interface Memory {
  readonly api: Api;
  readonly tables: ReadableTables;
}

/** The end of a dotted field: the records that its relationships reach, their type, and the name of the last field. */
interface PathEnd {
  readonly records: readonly StoredRecord[];
  readonly type: ResourceType;
  readonly name: string;
}

/** Returns the related records of some records, without duplicates and without deleted records. */
function relatedTo(
  { tables }: Memory,
  records: readonly StoredRecord[],
  relationship: string,
): readonly StoredRecord[] {
  const found = new Set<StoredRecord>();
  for (const record of records) {
    for (const { type, id } of identifiersOf(record[relationship])) {
      const related = tables.get(type)?.get(id);
      if (related !== undefined) found.add(related);
    }
  }
  return [...found];
}

/**
 * Follows a field such as `author.name` from a record.
 *
 * @param isPassed Whether a path can continue from a record that the step with this index reaches. Default: from every
 * record.
 * @throws {TypeError} If a step is not a field, or is a relationship with several target types that is not the last
 * step.
 */
export function followPath(
  memory: Memory,
  type: ResourceType,
  record: StoredRecord,
  field: string,
  isPassed?: (record: StoredRecord, type: ResourceType, index: number) => boolean,
): PathEnd {
  const { relationships: steps, name } = stepsOf(field);
  let end: PathEnd = { records: [record], type, name };
  for (const [index, step] of steps.entries()) {
    const [target, ...others] = end.type.relationships.get(step)?.targets ?? [];
    const next = target === undefined || others.length > 0 ? undefined : memory.api.types.get(target);
    if (next === undefined) throw new TypeError(`Type "${type.name}" does not have a field ${JSON.stringify(field)}.`);
    const related = relatedTo(memory, end.records, step);
    const records = isPassed === undefined ? related : related.filter((it) => isPassed(it, next, index));
    end = { records, type: next, name };
  }
  if (name === 'id' || end.type.attributes.has(name) || end.type.relationships.has(name)) return end;
  // Only rules can use a field that the type does not declare.
  if (name.startsWith('@')) return end;
  throw new TypeError(`Type "${type.name}" does not have a field ${JSON.stringify(field)}.`);
}
