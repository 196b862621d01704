import type { RelationshipDefinition } from '@linkage/core';
import { fieldOf, type Reference } from '@linkage/core/records';
import { byType } from '../internal/by-type.ts';
import type { Selection, SourceCall } from '../source/data-source.ts';
import { listOf, readReferences } from '../source/read-related.ts';
import { idOf } from '../source/record-id.ts';
import type { Gate } from './gate.ts';
import { type Guarded, visibleIds } from './judge.ts';

/** What a member of a relationship becomes once the caller may see it; undefined when he may not. */
type ShownMember = (reference: Reference) => unknown;

/** An identifier. A record that came as part of another is not behind the gate: its source is asked for it instead. */
function identifierOf({ type, id, meta }: Reference): object {
  return { type: type.name, id, ...(meta === undefined ? {} : { meta }) };
}

/** Whether the caller sees only some of the resources that a relationship may lead to. */
export async function isRestricted(gate: Gate, { targets }: RelationshipDefinition): Promise<boolean> {
  const scopes = await Promise.all(targets.map(gate.scopeOf));
  return scopes.some((scope) => scope !== 'all');
}

/** Which of these references lead to resources that the caller sees: one call for each type. */
export async function visibleReferences(
  gate: Gate,
  references: readonly Reference[],
  call: SourceCall,
): Promise<(reference: Reference) => boolean> {
  const visible = new Map<string, ReadonlySet<string>>();
  const look = async ([type, ofType]: readonly [string, readonly Reference[]]): Promise<void> => {
    const ids = ofType.map(({ id }) => id);
    visible.set(type, await visibleIds(gate, type, ids, call));
  };
  await Promise.all([...byType(references, ({ type }) => type.name)].map(look));
  return ({ type, id }) => visible.get(type.name)?.has(id) === true;
}

/** The record with other values for some relationships: a record may inherit its fields, so it stays what it is. */
export function withFields(record: object, changes: ReadonlyMap<string, unknown>): object {
  if (changes.size === 0) return record;
  const descriptors = [...changes].map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.create(record, Object.fromEntries(descriptors));
}

function shownValue({ kind }: RelationshipDefinition, references: readonly Reference[], show: ShownMember): unknown {
  const members = references.map(show).filter((member) => member !== undefined);
  return kind === 'to-many' ? members : (members.at(0) ?? null);
}

/** Whether a value holds objects, which might be records. */
function holdsObjects(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsObjects) : typeof value === 'object' && value !== null;
}

/**
 * Records whose linkage names nothing that the caller may not see: one call for each type that linkage leads to, whatever
 * the number of records. Linkage that is not selected is taken away unseen.
 */
export async function restrictLinkage(
  { gate, type }: Guarded,
  records: readonly object[],
  selection: Selection,
  call: SourceCall,
): Promise<readonly object[]> {
  if (records.length === 0) return records;
  const found = records.map(() => new Map<RelationshipDefinition, readonly Reference[]>());
  const changes = records.map(() => new Map<string, unknown>());
  for (const relationship of type.relationships.values()) {
    const { name } = relationship;
    const isShown = selection.relationships.has(name);
    const restricted = isShown && (await isRestricted(gate, relationship));
    for (const [index, record] of records.entries()) {
      const value = fieldOf(record, name);
      if (value === undefined) continue;
      if (!isShown) changes[index]?.set(name, undefined);
      else if (restricted || holdsObjects(value)) {
        const references = readReferences(gate.api, type, idOf(type.name, record), relationship, value);
        found[index]?.set(relationship, listOf(references));
      }
    }
  }
  const isVisible = await visibleReferences(
    gate,
    found.flatMap((it) => [...it.values()].flat()),
    call,
  );
  return records.map((record, index) => {
    const changed = changes[index] as Map<string, unknown>;
    for (const [relationship, references] of found[index] as ReadonlyMap<
      RelationshipDefinition,
      readonly Reference[]
    >) {
      const show: ShownMember = (reference) => (isVisible(reference) ? identifierOf(reference) : undefined);
      changed.set(relationship.name, shownValue(relationship, references, show));
    }
    return withFields(record, changed);
  });
}
