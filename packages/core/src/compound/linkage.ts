import type { ResourceLinkage } from '../document/relationship-object.ts';
import type { ResourceIdentifierObject } from '../document/resource-identifier-object.ts';
import { breach } from '../error/breach.ts';
import { identityOf } from '../grammar/identity.ts';
import { plainReference } from '../record/plain-reference.ts';
import {
  quickId,
  type Reference,
  readReference,
  refusePromise,
  say,
  type TypeOf,
  type Where,
} from '../record/reference.ts';
import type { Api } from '../schema/api.ts';
import { settleMeta } from './check-json.ts';
import { meet, meetMember } from './follow-paths.ts';
import type { IdentityMap } from './identity-map.ts';
import type { IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { IdentifierMeta } from './resource-members.ts';

/** The resource whose linkage is read, and how. */
export interface LinkageReader {
  readonly api: Api;
  readonly typeOf: TypeOf | undefined;
  /** Whether what is made is frozen at once. */
  readonly frozen: boolean;
  readonly identifierMeta: IdentifierMeta | undefined;
}

/** Whose linkage it is, for use in a sentence. */
function where(type: string, id: string, relationship: RelationshipPlan): string {
  return `${type} ${JSON.stringify(id)}, relationship ${relationship.name},`;
}

function finish<Made extends object>({ frozen }: LinkageReader, made: Made): Made {
  return frozen ? Object.freeze(made) : made;
}

function identifierOf(reader: LinkageReader, reference: Reference, place: Where): ResourceIdentifierObject {
  const { type, id, meta, record } = reference;
  const added = reader.identifierMeta?.(type.name, { id, record }, () => say(place));
  if (meta === undefined && added === undefined) return { type: type.name, id };
  const all = meta === undefined || added === undefined ? (meta ?? added) : { ...meta, ...added };
  return { type: type.name, id, meta: settleMeta(all, `${say(place)} meta`, (made) => finish(reader, made)) };
}

/** The identifier for one member of a relationship's value. */
function toIdentifier(
  reader: LinkageReader,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  value: unknown,
  map: IdentityMap | undefined,
  step: IncludeStep | undefined,
): ResourceIdentifierObject {
  const { target } = relationship;
  if (target !== undefined && map?.reader.recordOf !== undefined && step !== undefined) {
    const memberId = plainReference(target, value);
    if (memberId !== undefined) {
      meetMember(map, step.next, target, memberId, value);
      const record = map.reader.recordOf(target.name, memberId);
      const reference = { type: target, id: memberId, record, meta: undefined };
      return finish(
        reader,
        identifierOf(reader, reference, () => where(type, id, relationship)),
      );
    }
  }
  // The common cases, without a sentence made for an error that does not come.
  if (target !== undefined) {
    const isObject = typeof value === 'object' && value !== null;
    const memberId = quickId(isObject ? (value as { readonly id?: unknown }).id : value);
    const named = isObject ? (value as { readonly type?: unknown }).type : undefined;
    if (memberId !== undefined && named === undefined) {
      if (map !== undefined && step !== undefined && isObject) meet(map, step.next, target, memberId, value);
      if (reader.identifierMeta === undefined) return finish(reader, { type: target.name, id: memberId });
      const reference = { type: target, id: memberId, record: isObject ? value : undefined, meta: undefined };
      return finish(
        reader,
        identifierOf(reader, reference, () => where(type, id, relationship)),
      );
    }
    // Whether it is an identifier or a record makes no difference where nothing is included and there is no meta object.
    const isNamed =
      memberId !== undefined && step === undefined && named === target.name && reader.identifierMeta === undefined;
    if (isNamed && !('meta' in (value as object))) return finish(reader, { type: target.name, id: memberId });
  }
  const { definition } = relationship;
  const place = (): string => where(type, id, relationship);
  const reference = readReference(reader.api, definition.targets, value, place, reader.typeOf);
  if (map !== undefined && step !== undefined && reference.record !== undefined) {
    meet(map, step.next, reference.type, reference.id, reference.record);
  }
  return finish(reader, identifierOf(reader, reference, place));
}

const FEW = 8;

function repeats(identifiers: readonly ResourceIdentifierObject[]): boolean {
  const { length } = identifiers;
  if (length > FEW) return new Set(identifiers.map((it) => identityOf(it.type, it.id))).size < length;
  for (let index = 1; index < length; index++) {
    const { type, id } = identifiers[index] as ResourceIdentifierObject;
    for (let before = 0; before < index; before++) {
      const other = identifiers[before] as ResourceIdentifierObject;
      if (other.id === id && other.type === type) return true;
    }
  }
  return false;
}

/** Each resource once, in the order of the first; of several values for one, the first that is a record counts. */
function withoutRepeats(
  reader: LinkageReader,
  place: Where,
  { definition }: RelationshipPlan,
  value: readonly unknown[],
): ResourceIdentifierObject[] {
  const members = new Map<string, Reference>();
  for (const member of value) {
    const reference = readReference(reader.api, definition.targets, member, place, reader.typeOf);
    const key = identityOf(reference.type.name, reference.id);
    if (members.get(key)?.record === undefined) members.set(key, reference);
  }
  return [...members.values()].map((reference) => finish(reader, identifierOf(reader, reference, place)));
}

/**
 * The linkage of a relationship as it stands in a document, from the value that a record holds. With a map and a
 * step, the records in it are met as the step leads to them.
 *
 * @throws {TypeError} The value is of the wrong kind, or leads to another type.
 */
export function linkageOf(
  reader: LinkageReader,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  value: unknown,
  map?: IdentityMap,
  step?: IncludeStep,
): ResourceLinkage {
  if (!relationship.toMany) {
    if (value === null) return null;
    if (Array.isArray(value)) {
      throw breach('linkage', `${where(type, id, relationship)} is to-one; its record holds an array.`);
    }
    return toIdentifier(reader, type, id, relationship, value, map, step);
  }
  if (!Array.isArray(value)) {
    refusePromise(value, () => where(type, id, relationship));
    throw breach('linkage', `${where(type, id, relationship)} is to-many; its record holds no array.`);
  }
  const identifiers: ResourceIdentifierObject[] = [];
  for (let index = 0; index < value.length; index++) {
    identifiers.push(toIdentifier(reader, type, id, relationship, value[index], map, step));
  }
  return finish(
    reader,
    repeats(identifiers)
      ? withoutRepeats(reader, () => where(type, id, relationship), relationship, value)
      : identifiers,
  );
}
