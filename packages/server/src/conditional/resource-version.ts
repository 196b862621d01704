import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { resourceText } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import { canBeUnseen, UNSEEN } from '../access/version-as-seen.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { Selection } from '../source/data-source.ts';
import { listOf, pageOf, type References, readReferences } from '../source/read-related.ts';
import { idOf } from '../source/record-id.ts';
import { selectionFor, selectionOf, wholeSelection } from '../source/selection.ts';
import type { ConditionalExchange, ConditionalSetup } from './conditional-exchange.ts';
import { textHash } from './text-hash.ts';

/** The fields of a record that its version is made of, besides those that a query asks for. */
export function versionSelection(
  { setup, source }: Pick<ConditionalExchange, 'setup' | 'source'>,
  type: ResourceType,
  query: Pick<AnyQuery, 'fields' | 'include'>,
): Selection {
  const { version } = source;
  if (version === undefined || canBeUnseen(version)) return wholeSelection(type);
  const selection = selectionFor(type, query);
  const attributes = typeof version === 'function' ? [] : [version];
  return {
    attributes: new Set([...selection.attributes, ...attributes]),
    relationships: new Set([...selection.relationships, ...storedRelationships(setup, type)]),
  };
}

/** The relationships that the records of a type store, and that writes to other resources can change. */
function storedRelationships({ sides }: ConditionalSetup, type: ResourceType): readonly string[] {
  return [...type.relationships.keys()].filter((name) => sides.storedIn(type.name, name) === 'record');
}

/** The linkage of a resource that writes to other resources can change, which a stated version may not notice. */
function storedLinkage(setup: ConditionalSetup, type: ResourceType, id: string, record: object): readonly unknown[] {
  return storedRelationships(setup, type).map((name) => {
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    return [name, ...membersText(readReferences(setup.api, type, id, relationship, fieldOf(record, name)))];
  });
}

/** The members of a relationship as texts, in an order of their own: linkage has none. */
function membersText(references: References): readonly string[] {
  return listOf(references)
    .map((reference) => JSON.stringify([reference.type.name, reference.id]))
    .sort();
}

/** What the source says of a record's version, as text; undefined when it says nothing of versions. */
function statedVersion(
  { source }: Pick<ConditionalExchange, 'source'>,
  type: ResourceType,
  record: object,
): string | undefined {
  const { version } = source;
  if (version === undefined) return undefined;
  const stated: unknown =
    typeof version === 'string' ? (fieldOf(record, version) ?? null) : version.call(source, record as never);
  if (stated === UNSEEN) return undefined;
  const plain = stated instanceof Date ? stated.getTime() : stated;
  const isVersion = plain === null || ['string', 'number', 'bigint'].includes(typeof plain);
  // NaN, also that of an invalid date, would be the same in every state.
  if (isVersion && !Number.isNaN(plain)) return String(plain);
  throw new TypeError(`The source of ${type.name}: a version is a text, a number, a bigint, a valid Date or null.`);
}

/**
 * The version of a resource: what its source states, with the linkage that writes to other resources can change; else a
 * hash of the whole resource as its record has it. A hash has no key, so a client can find out what was hashed by trying: only what the
 * caller can read must go into it. The API of the setup has only the fields that the caller can read, and `versionAsSeen` holds the
 * source to them.
 *
 * @param record A record with the fields of `versionSelection`.
 */
export function resourceVersion(
  exchange: Pick<ConditionalExchange, 'setup' | 'source'>,
  type: ResourceType,
  record: object,
): string {
  const stated = statedVersion(exchange, type, record);
  if (stated === undefined) return textHash(resourceText(exchange.setup.api, type, record));
  const id = idOf(type.name, record);
  return textHash(JSON.stringify([type.name, id, stated, ...storedLinkage(exchange.setup, type, id, record)]));
}

/** One relationship of one resource, as versions look at it. */
interface Linked {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
  readonly relationship: RelationshipDefinition;
}

async function wholeLinkage(
  { setup, source, call }: ConditionalExchange,
  { type, id, relationship }: Linked,
): Promise<References | undefined> {
  const most = setup.limits.includedLinkage;
  const query = { atMost: most + 1, selection: selectionOf() };
  const found = (await source.related?.(relationship.name, [id], query, call))?.get(id);
  if (relationship.kind === 'to-many' && (pageOf(found)?.records.length ?? 0) > most) return undefined;
  return readReferences(setup.api, type, id, relationship, found);
}

/**
 * The version of a relationship: that of its resource, and of the linkage as well when the record does not carry it, unless
 * a version that the source states changes with it. Of linkage that is too large to be read, the stated version is all.
 *
 * @param known The whole linkage where it has been read; "part" when a part of it was, so that there is no version.
 */
export async function relationshipVersion(
  exchange: ConditionalExchange,
  linked: Linked,
  known?: References | 'part',
): Promise<string | undefined> {
  const { setup, source } = exchange;
  const { type, record, relationship } = linked;
  const version = resourceVersion(exchange, type, record);
  const isStated = statedVersion(exchange, type, record) !== undefined;
  const isNoticed = isStated && setup.sides.storedIn(type.name, relationship.name) === undefined;
  if (isNoticed || fieldOf(record, relationship.name) !== undefined || source.related === undefined) return version;
  if (known === 'part' && !isStated) return undefined;
  const read = known === undefined || known === 'part' ? await wholeLinkage(exchange, linked) : known;
  const isTooLarge = isStated && listOf(read ?? null).length > setup.limits.includedLinkage;
  if (read === undefined || isTooLarge) return isStated ? version : undefined;
  const members = membersText(read);
  // The tag of the resource stays good here, and this one there, so the version of the resource comes first.
  if (isStated) return [version, textHash(relationship.name), textHash(members.join('\n'))].join('.');
  return textHash([version, ...members].join('\n'));
}
