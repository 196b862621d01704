import type { FilterCondition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { memberOf } from '@linkage/core/internal';
import type { Applies } from '../port/can.ts';
import { compareStored } from '../port/compare-stored.ts';
import type { Selection, SourceCall, SourceRecord } from '../port/data-source.ts';
import { selectionOf } from '../port/selection.ts';

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

/** Whether a selection contains all fields of another. */
export function covers(given: Selection, wanted: Selection): boolean {
  for (const name of wanted.attributes) if (!given.attributes.has(name)) return false;
  for (const name of wanted.relationships) if (!given.relationships.has(name)) return false;
  return true;
}

/** Returns the record of a resource, null if the caller must not get one, or undefined if the source must be asked. */
export function recalledRow(
  known: Known | undefined,
  selection: Selection,
  call: SourceCall,
): SourceRecord | null | undefined {
  if (known === undefined) return undefined;
  const { conditions } = call;
  const { row, matches } = known;
  const isMatch = conditions === undefined ? true : matches.get(conditions);
  if (row === null || isMatch === false) return null;
  if (row === undefined || isMatch === undefined) return undefined;
  return row.lock < lockOf(call) || !covers(row.selection, selection) ? undefined : row.record;
}

/** Whether a row was read with attributes that more than writes of its type change. */
function containsOthers(
  { stored }: Pick<Applies, 'stored'>,
  { attributes }: ResourceType,
  { selection }: Row,
): boolean {
  for (const name of selection.attributes)
    if (!stored.has(name) && attributes.get(name)?.compute === undefined) return true;
  return false;
}

/**
 * Forgets what the write of another type can change of one resource.
 *
 * @param linking Relationships of its type that can contain links to the written type; undefined if the write can change its other fields.
 */
export function forgetOthers(
  known: Known,
  id: string,
  stated: Pick<Applies, 'stored'>,
  type: ResourceType,
  linking: readonly RelationshipDefinition[] | undefined,
): void {
  for (const conditions of known.matches.keys())
    if (!compareStored(stated, type, conditions)) known.matches.delete(conditions);
  const { row } = known;
  if (row === undefined || row === null) known.row = undefined;
  else if (
    linking === undefined ||
    containsOthers(stated, type, row) ||
    linking.some((it) => memberOf(row.record, it.name) !== undefined)
  )
    known.row = { record: { id }, selection: selectionOf(), lock: row.lock };
}
