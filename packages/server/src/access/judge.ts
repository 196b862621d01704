import type { FilterTerm, ResourceType } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { AnySource } from '../source/any-source.ts';
import type { SourceCall } from '../source/data-source.ts';
import { listOf, readReferences } from '../source/read-related.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';
import { isDecidedBySource, withCallConditions } from './decided-by-source.ts';
import type { Gate } from './gate.ts';
import { meetsCondition } from './meets-condition.ts';

/** What judging records of one type takes: the gate, the type, and its source as it is, not behind the gate. */
export interface Guarded {
  readonly gate: Gate;
  readonly type: ResourceType;
  readonly source: AnySource;
}

/** Linkage by the id of the record whose relationship it is. */
type LinkageOf = ReadonlyMap<string, unknown>;

/**
 * Loads a relationship that a condition looks at, for the records that do not carry it: in one call, and of a to-many
 * relationship the members alone that the condition names.
 *
 * @throws {TypeError} The source cannot tell, or there are too many to be sure of all of them.
 */
async function loadLinkage(
  { gate, type, source }: Guarded,
  { field, values }: FilterTerm,
  records: readonly object[],
  call: SourceCall,
): Promise<LinkageOf> {
  const relationship = type.relationships.get(field);
  const unknown = records.filter((record) => fieldOf(record, field) === undefined).map((it) => idOf(type.name, it));
  if (relationship === undefined || unknown.length === 0) return new Map();
  if (source.related === undefined) {
    throw new TypeError(`The source of ${type.name} cannot tell ${field}, which access.${type.name}.read looks at.`);
  }
  const toMany = relationship.kind === 'to-many';
  const isFiltered = toMany && relationship.targets.length === 1;
  const filter: FilterTerm[] = isFiltered ? [{ field: 'id', operator: 'eq', values }] : [];
  const most = isFiltered ? unknown.length * values.length : gate.most;
  const atMost = toMany ? most + 1 : unknown.length;
  const found = await source.related(field, unknown, { atMost, selection: selectionOf(), filter }, call);
  const linkage = new Map<string, unknown>();
  let members = 0;
  for (const id of unknown) {
    const references = readReferences(gate.api, type, id, relationship, found.get(id));
    members += listOf(references).length;
    linkage.set(id, found.get(id) ?? (toMany ? [] : null));
  }
  if (toMany && members > most) {
    throw new TypeError(`There are too many ${field} of ${type.name} to keep access.${type.name}.read.`);
  }
  return linkage;
}

/** Asks the source of a type which records meet conditions that it applies itself. */
async function foundAmong<Given extends object>(
  { type, source }: Guarded,
  records: readonly Given[],
  conditions: readonly FilterTerm[],
  call: SourceCall,
): Promise<readonly Given[]> {
  const ids = [...new Set(records.map((record) => idOf(type.name, record)))];
  const found = await source.find?.(ids, selectionOf(), withCallConditions(call, conditions));
  const visible = new Set(found?.map((record) => idOf(type.name, record)));
  return records.filter((record) => visible.has(idOf(type.name, record)));
}

/**
 * The records for which the caller's `read` rule holds. They must contain the attributes that it compares, unless their source
 * applies conditions: it decides then, so that every path to a resource agrees.
 */
export async function visibleOf<Given extends object>(
  guarded: Guarded,
  records: readonly Given[],
  call: SourceCall,
): Promise<readonly Given[]> {
  const { gate, type } = guarded;
  const scope = await gate.scopeOf(type.name);
  if (scope === 'all' || records.length === 0) return records;
  if (scope === 'none') return [];
  if (isDecidedBySource(gate, type.name)) return foundAmong(guarded, records, scope, call);
  const linkages = await Promise.all(scope.map((term) => loadLinkage(guarded, term, records, call)));
  const holds = (record: object, term: FilterTerm, linkage: LinkageOf | undefined): boolean => {
    const id = idOf(type.name, record);
    if (term.field === 'id') return term.values.includes(id);
    const value = fieldOf(record, term.field);
    const relationship = type.relationships.get(term.field);
    if (relationship === undefined) return meetsCondition(value, term);
    const references = readReferences(gate.api, type, id, relationship, value === undefined ? linkage?.get(id) : value);
    return listOf(references).some((reference) => term.values.includes(reference.id));
  };
  return records.filter((record) => scope.every((term, index) => holds(record, term, linkages[index])));
}

/** Whether a record brings all that the conditions look at: one that came as part of another may not. */
export function canBeJudged(type: ResourceType, conditions: readonly FilterTerm[], record: object): boolean {
  return conditions.every(({ field }) => !type.attributes.has(field) || fieldOf(record, field) !== undefined);
}

/**
 * Those ids of a type that the caller sees. Of a type whose resources he sees all, that is all of them: whether there
 * are such resources is then no secret.
 */
export async function visibleIds(
  gate: Gate,
  type: string,
  ids: Iterable<string>,
  call: SourceCall,
): Promise<ReadonlySet<string>> {
  const scope = await gate.scopeOf(type);
  const asked = new Set(ids);
  if (scope === 'all' || asked.size === 0) return asked;
  if (scope === 'none') return new Set();
  const found = await gate.sourceOf(type)?.find?.([...asked], selectionOf(), call);
  return new Set(found?.map((record) => idOf(type, record)));
}
