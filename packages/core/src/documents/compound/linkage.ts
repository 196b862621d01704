import type { Finish } from '../../internal/finish.ts';
import { jsonCopy } from '../../internal/json-copy.ts';
import { memberOf } from '../../internal/members.ts';
import type { RelationshipDefinition, ResourceType } from '../../schema/api.ts';
import type { ResourceIdentifierObject, ResourceLinkage } from '../../spec/document/resource-object.ts';
import { identityOf } from '../../spec/grammar/identity.ts';
import { memberDataIn } from '../record/member-meta.ts';
import { plainReference, plainReferences } from '../record/record-id.ts';
import { type Reference, readReference } from '../record/reference.ts';
import { type AppliedExtensions, checkAdditional, copyMeta } from './check-json.ts';
import type { IncludeStep } from './include-plan.ts';
import { linksOnly } from './links-only.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import {
  type CollectedLinkage,
  type LinkedValue,
  type RecordReader,
  type ResourceEntry,
  relatedValue,
} from './resource-entry.ts';
import { linkagePrefix, wrongLinkage } from './wrong-linkage.ts';

/** The settings of a document that its linkage depends on. */
export interface LinkageContext {
  /** Reads the values of relationships from records. */
  readonly reader: RecordReader;
  /** The names that every object of the document can have besides its own members. */
  readonly extensions: AppliedExtensions;
  /** Whether to freeze created objects: true for documents that users receive, false for text. */
  readonly frozen: boolean;
}

/** Null, the linkage of an empty to-one relationship. */
export const nullLinkage: CollectedLinkage = { value: null, recordOf: undefined };

/**
 * Returns the linkage of a relationship of a resource. Returns undefined if it is not loaded, and `linksOnly` if the document only
 * contains its links.
 *
 * @param entry The resource, if include paths were followed from it.
 */
export function linkageIn(
  reader: RecordReader,
  record: object,
  extraRecords: Set<object> | undefined,
  relationship: RelationshipPlan,
  entry: ResourceEntry | undefined,
): CollectedLinkage | typeof linksOnly | undefined {
  // The results of `collect`, if include paths followed the relationship. Most resources are the ends of include paths.
  const steps = entry === undefined ? 0 : entry.steps.length;
  for (let index = 0; index < steps; index++) {
    const { steps: all, linkage } = entry as ResourceEntry;
    if ((all[index] as IncludeStep).relationship === relationship && linkage[index] !== undefined)
      return linkage[index];
  }
  const { definition, name, target, toMany } = relationship;
  const isOwn = reader.related === undefined && definition.from === undefined && extraRecords === undefined;
  const value = isOwn ? memberOf(record, name) : relatedValue(reader, record, extraRecords, relationship);
  if (value === undefined || value === linksOnly) return value;
  if (value === null && !toMany) return nullLinkage;
  const isPlain = target !== undefined && reader.identifierMeta === undefined && Array.isArray(value) === toMany;
  if (!isPlain) return { value, recordOf: undefined };
  if (typeof value === 'string') return value;
  const ids = toMany ? plainReferences(target, value as readonly unknown[]) : plainReference(target, value);
  return ids ?? { value, recordOf: undefined };
}

/** Freezes a created object if a user receives it. */
export function freezeResult<Result extends object>({ frozen }: LinkageContext, result: Result): Result {
  return frozen ? Object.freeze(result) : result;
}

/**
 * Returns an identifier with the meta of the record's identifier and of the application, of which the application's wins, and
 * the additional members of the record's identifier.
 */
function identifierOf(
  context: LinkageContext,
  { member }: RelationshipDefinition,
  { type, id, meta: given, additional, record }: Reference,
  prefix: () => string,
): ResourceIdentifierObject {
  const meta = member === undefined ? given : memberDataIn(member, given, type.name, id);
  const added = context.reader.identifierMeta?.(type.name, { id, record }, prefix);
  const identifier: Record<string, unknown> = { type: type.name, id };
  const finish: Finish = (it) => freezeResult(context, it);
  if (meta !== undefined || added !== undefined)
    identifier['meta'] = copyMeta(added === undefined ? meta : { ...meta, ...added }, `${prefix()}: \`meta\``, finish);
  if (additional !== undefined) {
    const copy = jsonCopy(additional, finish);
    checkAdditional(copy, `${prefix()}: the identifier`, context.extensions);
    Object.assign(identifier, copy);
  }
  return freezeResult(context, identifier) as unknown as ResourceIdentifierObject;
}

/**
 * Reads linkage that consists of more than ids. Each resource occurs once, in the order of the first occurrence. If several values refer
 * to one resource, the first value that is a record is used.
 */
function readLinkage(
  context: LinkageContext,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  { value, recordOf }: LinkedValue,
): ResourceLinkage {
  const { definition, target, toMany } = relationship;
  if (value === null && !toMany) return null;
  if (Array.isArray(value) !== toMany) throw wrongLinkage(type, id, relationship, value);
  const { api, typeOf } = context.reader;
  const prefix = (): string => linkagePrefix(type, id, relationship);
  const referenceOf = (member: unknown): Reference => {
    // The record of an id that include paths followed is the one that is included.
    const known = recordOf && target && plainReference(target, member);
    return known === undefined
      ? readReference(api, definition.targets, member, prefix, typeOf)
      : {
          type: target as ResourceType,
          id: known,
          record: recordOf?.(definition.targets[0] as string, known),
          meta: undefined,
          additional: undefined,
        };
  };
  if (!toMany) return identifierOf(context, definition, referenceOf(value), prefix);
  const members = new Map<string, Reference>();
  for (const member of value as readonly unknown[]) {
    const reference = referenceOf(member);
    const key = identityOf(reference.type.name, reference.id);
    if (members.get(key)?.record === undefined) members.set(key, reference);
  }
  return freezeResult(
    context,
    [...members.values()].map((reference) => identifierOf(context, definition, reference, prefix)),
  );
}

/**
 * Returns the linkage of a relationship for a document.
 *
 * @throws {TypeError} If the value has the wrong kind or another type.
 */
export function linkageOf(
  context: LinkageContext,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  linkage: CollectedLinkage,
): ResourceLinkage {
  const { target } = relationship as { readonly target: ResourceType };
  if (typeof linkage === 'string') return freezeResult(context, { type: target.name, id: linkage });
  if (!Array.isArray(linkage)) return readLinkage(context, type, id, relationship, linkage as LinkedValue);
  const identifiers = new Array<ResourceIdentifierObject>(linkage.length);
  for (let index = 0; index < linkage.length; index++)
    identifiers[index] = freezeResult(context, { type: target.name, id: linkage[index] });
  return freezeResult(context, identifiers);
}
