import type { Api } from '../../schema/api.ts';
import type { ResourceLinkage } from '../../spec/document/relationship-object.ts';
import type { ResourceIdentifierObject } from '../../spec/document/resource-identifier-object.ts';
import { identityOf } from '../../spec/grammar/identity.ts';
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
import { copyMeta } from './check-json.ts';
import { addRelatedById, addRelatedRecord } from './follow-paths.ts';
import type { IdentityMap } from './identity-map.ts';
import type { IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { IdentifierMeta } from './resource-members.ts';
import { linkagePrefix, wrongLinkage } from './wrong-linkage.ts';

/** The settings of a document that its linkage depends on. */
export interface LinkageContext {
  readonly api: Api;
  readonly typeOf: TypeOf | undefined;
  /** Whether to freeze created objects: true for documents that callers receive, false for text. */
  readonly frozen: boolean;
  /** The `identifierMeta` functions of the application, as one function. */
  readonly identifierMeta: IdentifierMeta | undefined;
}

/** Freezes a created object if a caller receives it. */
function freezeResult<Result extends object>({ frozen }: LinkageContext, result: Result): Result {
  return frozen ? Object.freeze(result) : result;
}

/** Returns an identifier with the meta of the record's identifier and of the application. The application's wins. */
function identifierOf(context: LinkageContext, reference: Reference, prefix: MessagePrefix): ResourceIdentifierObject {
  const { type, id, meta, record } = reference;
  const added = context.identifierMeta?.(type.name, { id, record }, () => formatPrefix(prefix));
  if (meta === undefined && added === undefined) return { type: type.name, id };
  const all = meta === undefined || added === undefined ? (meta ?? added) : { ...meta, ...added };
  return {
    type: type.name,
    id,
    meta: copyMeta(all, `${formatPrefix(prefix)}: \`meta\``, (meta) => freezeResult(context, meta)),
  };
}

/**
 * Returns the identifier for one value of a relationship: an id, an identifier, or a record. With a map and a step, adds
 * the record of the related resource to the map.
 */
function toIdentifier(
  context: LinkageContext,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  value: unknown,
  map: IdentityMap | undefined,
  step: IncludeStep | undefined,
): ResourceIdentifierObject {
  const { target } = relationship;
  // `recordOf` returns the record of each related resource, so the value only has to identify the resource.
  if (target !== undefined && map?.reader.recordOf !== undefined && step !== undefined) {
    const relatedId = plainReference(target, value);
    if (relatedId !== undefined) {
      addRelatedById(map, step.next, target, relatedId, value);
      const record = map.reader.recordOf(target.name, relatedId);
      const reference = { type: target, id: relatedId, record, meta: undefined };
      return freezeResult(
        context,
        identifierOf(context, reference, () => linkagePrefix(type, id, relationship)),
      );
    }
  }
  // The most frequent values, an id or a record without a member `type`, need no error message. `readReference` below
  // reads all other values.
  if (target !== undefined) {
    const isObject = typeof value === 'object' && value !== null;
    const relatedId = simpleIdString(isObject ? (value as { readonly id?: unknown }).id : value);
    const named = isObject ? (value as { readonly type?: unknown }).type : undefined;
    if (relatedId !== undefined && named === undefined) {
      if (map !== undefined && step !== undefined && isObject)
        addRelatedRecord(map, step.next, target, relatedId, value);
      if (context.identifierMeta === undefined) return freezeResult(context, { type: target.name, id: relatedId });
      const reference = { type: target, id: relatedId, record: isObject ? value : undefined, meta: undefined };
      return freezeResult(
        context,
        identifierOf(context, reference, () => linkagePrefix(type, id, relationship)),
      );
    }
    // Without included resources and meta objects, identifiers and records produce the same result.
    const isNamed =
      relatedId !== undefined && step === undefined && named === target.name && context.identifierMeta === undefined;
    if (isNamed && !('meta' in (value as object))) return freezeResult(context, { type: target.name, id: relatedId });
  }
  const { definition } = relationship;
  const prefix = (): string => linkagePrefix(type, id, relationship);
  const reference = readReference(context.api, definition.targets, value, prefix, context.typeOf);
  if (map !== undefined && step !== undefined && reference.record !== undefined) {
    addRelatedRecord(map, step.next, reference.type, reference.id, reference.record);
  }
  return freezeResult(context, identifierOf(context, reference, prefix));
}

/** Up to this length, comparing all pairs is faster than creating a set. */
const SMALL_LINKAGE_LENGTH = 8;

function hasRepeats(identifiers: readonly ResourceIdentifierObject[]): boolean {
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
  context: LinkageContext,
  prefix: MessagePrefix,
  { definition }: RelationshipPlan,
  value: readonly unknown[],
): ResourceIdentifierObject[] {
  const members = new Map<string, Reference>();
  for (const member of value) {
    const reference = readReference(context.api, definition.targets, member, prefix, context.typeOf);
    const key = identityOf(reference.type.name, reference.id);
    if (members.get(key)?.record === undefined) members.set(key, reference);
  }
  return [...members.values()].map((reference) => freezeResult(context, identifierOf(context, reference, prefix)));
}

/**
 * Returns the linkage of a relationship for a document, from the value in a record. With a map and a step, adds the
 * records in the value to the map.
 *
 * @throws {TypeError} If the value has the wrong kind or another type.
 */
export function linkageOf(
  context: LinkageContext,
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
    return toIdentifier(context, type, id, relationship, value, map, step);
  }
  if (!Array.isArray(value)) {
    assertNotPromise(value, () => linkagePrefix(type, id, relationship));
    throw wrongLinkage(type, id, relationship, value);
  }
  const identifiers: ResourceIdentifierObject[] = [];
  for (let index = 0; index < value.length; index++) {
    identifiers.push(toIdentifier(context, type, id, relationship, value[index], map, step));
  }
  return freezeResult(
    context,
    hasRepeats(identifiers)
      ? withoutRepeats(context, () => linkagePrefix(type, id, relationship), relationship, value)
      : identifiers,
  );
}
