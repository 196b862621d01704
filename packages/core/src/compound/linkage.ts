import type { ResourceLinkage } from '../document/relationship-object.ts';
import type { ResourceIdentifierObject } from '../document/resource-identifier-object.ts';
import { identityOf } from '../grammar/identity.ts';
import { plainReference } from '../record/plain-reference.ts';
import {
  assertNotPromise,
  formatPrefix,
  type MessagePrefix,
  type Reference,
  readReference,
  simpleIdString,
  type TypeOf,
} from '../record/reference.ts';
import type { Api } from '../schema/api.ts';
import { settleMeta } from './check-json.ts';
import { addMember, addRelated } from './follow-paths.ts';
import type { IdentityMap } from './identity-map.ts';
import type { IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { IdentifierMeta } from './resource-members.ts';
import { linkagePrefix, wrongLinkage } from './wrong-linkage.ts';

/** How to read the linkage of a resource. */
export interface LinkageReader {
  readonly api: Api;
  readonly typeOf: TypeOf | undefined;
  /** Whether to freeze created objects. */
  readonly frozen: boolean;
  readonly identifierMeta: IdentifierMeta | undefined;
}

function finish<Result extends object>({ frozen }: LinkageReader, result: Result): Result {
  return frozen ? Object.freeze(result) : result;
}

function identifierOf(reader: LinkageReader, reference: Reference, prefix: MessagePrefix): ResourceIdentifierObject {
  const { type, id, meta, record } = reference;
  const added = reader.identifierMeta?.(type.name, { id, record }, () => formatPrefix(prefix));
  if (meta === undefined && added === undefined) return { type: type.name, id };
  const all = meta === undefined || added === undefined ? (meta ?? added) : { ...meta, ...added };
  return {
    type: type.name,
    id,
    meta: settleMeta(all, `${formatPrefix(prefix)}: \`meta\``, (meta) => finish(reader, meta)),
  };
}

/** Returns the identifier for one member of a relationship's value. */
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
      addMember(map, step.next, target, memberId, value);
      const record = map.reader.recordOf(target.name, memberId);
      const reference = { type: target, id: memberId, record, meta: undefined };
      return finish(
        reader,
        identifierOf(reader, reference, () => linkagePrefix(type, id, relationship)),
      );
    }
  }
  // Handle the common cases first, without creating the prefix of an error message.
  if (target !== undefined) {
    const isObject = typeof value === 'object' && value !== null;
    const memberId = simpleIdString(isObject ? (value as { readonly id?: unknown }).id : value);
    const named = isObject ? (value as { readonly type?: unknown }).type : undefined;
    if (memberId !== undefined && named === undefined) {
      if (map !== undefined && step !== undefined && isObject) addRelated(map, step.next, target, memberId, value);
      if (reader.identifierMeta === undefined) return finish(reader, { type: target.name, id: memberId });
      const reference = { type: target, id: memberId, record: isObject ? value : undefined, meta: undefined };
      return finish(
        reader,
        identifierOf(reader, reference, () => linkagePrefix(type, id, relationship)),
      );
    }
    // Without included resources and meta objects, identifiers and records produce the same result.
    const isNamed =
      memberId !== undefined && step === undefined && named === target.name && reader.identifierMeta === undefined;
    if (isNamed && !('meta' in (value as object))) return finish(reader, { type: target.name, id: memberId });
  }
  const { definition } = relationship;
  const prefix = (): string => linkagePrefix(type, id, relationship);
  const reference = readReference(reader.api, definition.targets, value, prefix, reader.typeOf);
  if (map !== undefined && step !== undefined && reference.record !== undefined) {
    addRelated(map, step.next, reference.type, reference.id, reference.record);
  }
  return finish(reader, identifierOf(reader, reference, prefix));
}

const SMALL_LINKAGE_LENGTH = 8;

function repeats(identifiers: readonly ResourceIdentifierObject[]): boolean {
  const { length } = identifiers;
  if (length > SMALL_LINKAGE_LENGTH)
    return new Set(identifiers.map((identifier) => identityOf(identifier.type, identifier.id))).size < length;
  for (let index = 1; index < length; index++) {
    const { type, id } = identifiers[index] as ResourceIdentifierObject;
    for (let before = 0; before < index; before++) {
      const other = identifiers[before] as ResourceIdentifierObject;
      if (other.id === id && other.type === type) return true;
    }
  }
  return false;
}

/**
 * Returns each resource once, in the order of the first occurrence. If several values refer to one resource, the first
 * value that is a record is used.
 */
function withoutRepeats(
  reader: LinkageReader,
  prefix: MessagePrefix,
  { definition }: RelationshipPlan,
  value: readonly unknown[],
): ResourceIdentifierObject[] {
  const members = new Map<string, Reference>();
  for (const member of value) {
    const reference = readReference(reader.api, definition.targets, member, prefix, reader.typeOf);
    const key = identityOf(reference.type.name, reference.id);
    if (members.get(key)?.record === undefined) members.set(key, reference);
  }
  return [...members.values()].map((reference) => finish(reader, identifierOf(reader, reference, prefix)));
}

/**
 * Returns the linkage of a relationship for a document, from the value in a record. With a map and a step, adds the
 * records in the value to the map.
 *
 * @throws {TypeError} If the value has the wrong kind or another type.
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
      throw wrongLinkage(type, id, relationship, value);
    }
    return toIdentifier(reader, type, id, relationship, value, map, step);
  }
  if (!Array.isArray(value)) {
    assertNotPromise(value, () => linkagePrefix(type, id, relationship));
    throw wrongLinkage(type, id, relationship, value);
  }
  const identifiers: ResourceIdentifierObject[] = [];
  for (let index = 0; index < value.length; index++) {
    identifiers.push(toIdentifier(reader, type, id, relationship, value[index], map, step));
  }
  return finish(
    reader,
    repeats(identifiers)
      ? withoutRepeats(reader, () => linkagePrefix(type, id, relationship), relationship, value)
      : identifiers,
  );
}
