import type { FilterCondition, ResourceType } from '@linkage/core';
import { termsIn } from '@linkage/core/internal';
import type { Applies } from './can.ts';
import type { Selection, SourceCall, SourceRecord } from './data-source.ts';

export type Conditions = readonly FilterCondition[];

/** A row, and the fields that it was read with. */
export interface Row {
  readonly record: SourceRecord;
  readonly selection: Selection;
  readonly lock: number;
}

/** The strength of the lock of a call: none, one that keeps the record, or one for records that can be deleted. */
export function lockOf({ forUpdate, keepsRecords }: Pick<SourceCall, 'forUpdate' | 'keepsRecords'>): number {
  if (forUpdate !== true) return 0;
  return keepsRecords === true ? 1 : 2;
}

/** The facts that are known about one resource. */
export interface Known {
  /** Null if the resource does not exist. */
  row: Row | null | undefined;
  /** Whether it matches conditions. The conditions of a `read` rule are one array for a whole request. */
  readonly matches: Map<Conditions, boolean>;
}

export function covers(given: Selection, wanted: Selection): boolean {
  for (const name of wanted.attributes) if (!given.attributes.has(name)) return false;
  for (const name of wanted.relationships) if (!given.relationships.has(name)) return false;
  return true;
}

/** Whether conditions compare only attributes that the record itself stores, so that only writes of its type change the result. */
export function compareStored(
  { stored }: Pick<Applies, 'stored'>,
  type: ResourceType,
  conditions: Conditions,
): boolean {
  return termsIn(conditions).every(({ field }) => stored.has(field) && !type.relationships.has(field));
}

/** Whether a row was read with attributes that more than writes of its type change. */
export function containsOthers(
  { stored }: Pick<Applies, 'stored'>,
  { attributes }: ResourceType,
  { selection }: Row,
): boolean {
  for (const name of selection.attributes)
    if (!stored.has(name) && attributes.get(name)?.compute === undefined) return true;
  return false;
}
