import type { Api, ResourceType } from '@linkage/core';
import { identifiersOf, type MemoryTable, type StoredRecord } from './memory-table.ts';

/** Where the records of an API stand in memory. */
export interface Memory {
  readonly api: Api;
  readonly tables: ReadonlyMap<string, MemoryTable>;
}

/** Where a dotted field ends: the records that its relationships lead to, their type, and the name of the field there. */
interface PathEnd {
  readonly records: readonly StoredRecord[];
  readonly type: ResourceType;
  readonly name: string;
}

/** The records that a relationship of some records leads to, each once; one that was deleted is none. */
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
 * @param isPassed Whether a path may go on from a record that the step with this index leads to. Default: from every record.
 * @throws {TypeError} A step of it is no field, or is a relationship to several types with more behind it.
 */
export function followPath(
  memory: Memory,
  type: ResourceType,
  record: StoredRecord,
  field: string,
  isPassed?: (record: StoredRecord, type: ResourceType, index: number) => boolean,
): PathEnd {
  const steps = field.split('.');
  const name = steps.pop() as string;
  let end: PathEnd = { records: [record], type, name };
  for (const [index, step] of steps.entries()) {
    const [target, ...others] = end.type.relationships.get(step)?.targets ?? [];
    const next = target === undefined || others.length > 0 ? undefined : memory.api.types.get(target);
    if (next === undefined) throw new TypeError(`${type.name} has no field ${JSON.stringify(field)} to look at.`);
    const related = relatedTo(memory, end.records, step);
    const records = isPassed === undefined ? related : related.filter((it) => isPassed(it, next, index));
    end = { records, type: next, name };
  }
  if (name === 'id' || end.type.attributes.has(name) || end.type.relationships.has(name)) return end;
  throw new TypeError(`${type.name} has no field ${JSON.stringify(field)}.`);
}
