import type { FilterCondition, RelationshipDefinition, ResourceType } from '@linkage/core';
import {
  andThen,
  formatEntityTag,
  memberDataIn,
  memberOf,
  namesVersion,
  plainVersion,
  textHash,
  versionText,
} from '@linkage/core/internal';

import type { AnyQuery } from '../../request/read-query.ts';
import { UNSEEN } from '../../rules/version-as-seen.ts';
import { storedRelationships } from '../../sources/links/api-with-sides.ts';
import { listOf, pageOf, type References, readReferences } from '../../sources/links/read-related.ts';
import type { Awaitable, Selection } from '../../sources/port/data-source.ts';
import { idOf } from '../../sources/port/record-id.ts';
import { allFields, selectionFor, selectionOf, selectionWith } from '../../sources/port/selection.ts';
import type { ComparesVersion } from '../../sources/port/source-statements.ts';
import type { OneRelationship } from '../load-linkage.ts';
import type { OperationContext } from './operation-context.ts';

const none: readonly FilterCondition[] = Object.freeze([]);

/** The source of a resource, and the request that reads it. */
type Reading = Pick<OperationContext, 'request' | 'source'>;

/** Returns the fields of a record that its version requires, besides the fields of the query. */
export function versionSelection(
  { request, source }: Reading,
  type: ResourceType,
  query: Pick<AnyQuery, 'fields' | 'plan'>,
): Selection {
  const { version } = source;
  if (source.isHashed) return allFields(type);
  const selection = selectionFor(type, query);
  const attributes = typeof version === 'string' ? [version] : [];
  return selectionWith(
    new Set([...selection.attributes, ...attributes]),
    new Set([...selection.relationships, ...storedRelationships(request.server.sides, type)]),
  );
}

/** Returns the relationships in the record that writes to other resources can change without the version. */
function unversioned({ request, source }: Reading, type: ResourceType): readonly string[] {
  const names = storedRelationships(request.server.sides, type);
  const { comparesVersion } = source.can;
  return comparesVersion === undefined ? names : names.filter((name) => !comparesVersion.relationships.has(name));
}

/**
 * Returns the linkage of a resource that writes to other resources can change, because a declared version may not include
 * it.
 */
function storedLinkage(reading: Reading, type: ResourceType, id: string, record: object): readonly unknown[] {
  const { request } = reading;
  return unversioned(reading, type).map((name) => {
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    return [
      name,
      ...membersText(readReferences(request.api, type, id, relationship, memberOf(record, name)), relationship),
    ];
  });
}

/** Returns the members of a relationship as sorted strings, because linkage is not ordered. The data of a membership is part of them. */
function membersText(references: References, { member }: RelationshipDefinition): readonly string[] {
  return listOf(references)
    .map(({ type, id, meta }) =>
      JSON.stringify(
        member === undefined ? [type.name, id] : [type.name, id, memberDataIn(member, meta, type.name, id)],
      ),
    )
    .sort();
}

/** Returns the version of a record that the source declares, as text, or undefined if it declares none. */
function declaredVersion({ source }: Pick<Reading, 'source'>, type: ResourceType, record: object): string | undefined {
  const { version } = source;
  if (version === undefined) return undefined;
  const declared: unknown =
    typeof version === 'string' ? (memberOf(record, version) ?? null) : version.call(source, record as never);
  if (declared === UNSEEN) return undefined;
  const plain = plainVersion(declared);
  if (plain !== undefined) return plain;
  throw new TypeError(
    `The \`version\` of the source of "${type.name}" must be a string, a number, a bigint, a valid Date, or null.`,
  );
}

/**
 * Returns the version of a resource: the version that its source declares, with the linkage that writes to other
 * resources can change; otherwise a hash of the whole record. A hash does not have a key, so a client can find the
 * hashed values by trying: only fields that the user can read must be part of it. The API of the request contains only
 * these fields, and `versionAsSeen` restricts the source to them.
 *
 * @param record A record with the fields of `versionSelection`.
 */
export function resourceVersion(operation: Reading, type: ResourceType, record: object): string {
  const declared = operation.source.version === undefined ? undefined : declaredVersion(operation, type, record);
  if (declared === undefined) return textHash(versionText(operation.request.api, type, record));
  const id = idOf(type.name, record);
  if (isCount(declared) && comparedVersion(operation, type) !== undefined) return countedVersion(type, id, declared);
  return textHash(JSON.stringify([type.name, id, declared, ...storedLinkage(operation, type, id, record)]));
}

/** Whether a string is a count that every database and language can write as a number. */
function isCount(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/** Returns the version of a resource that a condition can compare: the count, and a hash for the resource whose count it is. */
function countedVersion({ name }: ResourceType, id: string, count: string): string {
  return `${count}_${textHash(JSON.stringify([name, id, count]))}`;
}

/** Returns how a source compares versions of a type; undefined if it does not, or if other writes can change links without the version. */
function comparedVersion(reading: Reading, type: ResourceType): ComparesVersion | undefined {
  const { comparesVersion } = reading.source.can;
  return comparesVersion !== undefined && unversioned(reading, type).length === 0 ? comparesVersion : undefined;
}

/**
 * Returns the conditions on the version of a resource that are equal to the preconditions of its write: none for `*`, which every resource matches.
 * Undefined if only its record can tell.
 */
export function versionConditions(
  reading: Reading & Pick<OperationContext, 'preconditions'>,
  type: ResourceType,
  id: string,
): readonly FilterCondition[] | undefined {
  const { ifMatch, ifNoneMatch } = reading.preconditions;
  if (ifNoneMatch !== undefined) return undefined;
  if (ifMatch === undefined || ifMatch === '*') return none;
  const compared = comparedVersion(reading, type);
  if (compared === undefined) return undefined;
  const named = (version: string): boolean => ifMatch.some((tag) => namesVersion(tag, version));
  const counts = ifMatch.map(({ opaque }) => opaque.slice(0, opaque.indexOf('_')));
  const values = counts.filter((count) => isCount(count) && named(countedVersion(type, id, count)));
  return values.length === 0 ? undefined : [{ field: compared.field, operator: 'eq', values: values.map(Number) }];
}

/** Returns the entity tag of a resource, or undefined if the user cannot read what its source declares as the version. */
export function resourceTag(operation: Reading, type: ResourceType, record: object): string | undefined {
  const isDeclared = declaredVersion(operation, type, record) !== undefined;
  return isDeclared ? formatEntityTag(resourceVersion(operation, type, record), undefined) : undefined;
}

function wholeLinkage(
  { request, source, call }: OperationContext,
  { type, id, relationship }: OneRelationship,
): Awaitable<References | undefined> {
  const most = request.server.limits.includedLinkage;
  const query = { atMost: most + 1, selection: selectionOf() };
  return andThen(source.related?.(relationship.name, [id], query, call), (all) => {
    const found = all?.get(id);
    if (relationship.kind === 'to-many' && (pageOf(found)?.records.length ?? 0) > most) return undefined;
    return readReferences(request.api, type, id, relationship, found);
  });
}

/**
 * Returns the version of a relationship: the version of its resource, and a hash of the linkage if the record does not
 * contain the linkage, unless the declared version changes with it. If the linkage is too large to be read, only the
 * declared version.
 *
 * @param knownLinkage The whole linkage if it was read; "part" if a part of it was read, so that the version is unknown.
 */
export function relationshipVersion(
  operation: OperationContext,
  linked: OneRelationship,
  knownLinkage?: References | 'part',
): Awaitable<string | undefined> {
  const { request, source } = operation;
  const { type, record, relationship } = linked;
  const version = resourceVersion(operation, type, record);
  const isDeclared = declaredVersion(operation, type, record) !== undefined;
  const isNoticed = isDeclared && request.server.sides.storedIn(type.name, relationship.name) === undefined;
  if (isNoticed || memberOf(record, relationship.name) !== undefined || source.related === undefined) return version;
  if (knownLinkage === 'part' && !isDeclared) return undefined;
  const isKnown = knownLinkage !== undefined && knownLinkage !== 'part';
  return andThen(isKnown ? knownLinkage : wholeLinkage(operation, linked), (read) => {
    const isTooLarge = isDeclared && listOf(read ?? null).length > request.server.limits.includedLinkage;
    if (read === undefined || isTooLarge) return isDeclared ? version : undefined;
    const members = membersText(read, relationship);
    // The tags of the resource and of the relationship match each other, so the version of the resource comes first.
    if (isDeclared) return [version, textHash(relationship.name), textHash(members.join('\n'))].join('.');
    return textHash([version, ...members].join('\n'));
  });
}
