import type { ResourceType } from '@linkage/core';
import type { ShownPage } from '@linkage/core/internal';
import type { Root } from '../../reading/relationship-batches.ts';
import { idOf } from '../../sources/port/record-id.ts';

/** The primary data of a response: records of one or more types, as a collection, one resource, or null. */
export interface PrimaryRecords {
  readonly types: readonly string[];
  readonly records: readonly Root[];
  /** `many` creates an array; `one` uses the first record, or null. */
  readonly shape: 'many' | 'one';
  /** The page of a collection. Its members are the records, in the same number and order. */
  readonly shown: ShownPage | undefined;
}

/** Wraps a record that a source returned for a type. */
export function rootOf(type: ResourceType, record: object): Root {
  return { type, id: idOf(type.name, record), record };
}

/** Returns the records of the primary data. */
export function recordsOf({ records }: PrimaryRecords): readonly object[] {
  const rows = new Array<object>(records.length);
  for (let index = 0; index < records.length; index++) rows[index] = (records[index] as Root).record;
  return rows;
}

/** Wraps the only resource of a response. */
export function onePrimary(root: Root): PrimaryRecords {
  return { types: [root.type.name], records: [root], shape: 'one', shown: undefined };
}
