import {
  type Api,
  type BuildOptions,
  fieldOf,
  type RelationshipDefinition,
  type ResourceType,
  serialize,
  setOwn,
} from '@linkage/core';
import type { Selection } from '../data-source.ts';
import type { Exchange, ServerSetup } from '../exchange.ts';
import { listOf, pageOf, type References, readReferences } from '../loading/read-related.ts';
import { idOf } from '../loading/record-id.ts';
import { selectionFor, selectionOf, wholeSelection } from '../loading/selection.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { textHash } from './text-hash.ts';

/**
 * A resource as text: all attributes and the linkage that its record carries, without links. Members stand in the order
 * of the declaration, and values are written as responses write them, so equal resources have equal texts.
 */
export function resourceText({ api }: ServerSetup, type: ResourceType, record: object): string {
  // Documents keep the order of the record, which may come from another query the next time.
  const ordered: Record<string, unknown> = { id: (record as { readonly id?: unknown }).id };
  for (const name of type.attributes.keys()) setOwn(ordered, name, fieldOf(record, name));
  for (const name of type.relationships.keys()) setOwn(ordered, name, fieldOf(record, name));
  return serialize<Api, string, BuildOptions<Api, string>, object>(api, type.name, ordered as never, {});
}

/** The fields of a record that its version is made of, besides those that a query asks for. */
export function versionSelection(
  { source }: Pick<Exchange, 'source'>,
  type: ResourceType,
  query: Pick<AnyQuery, 'fields' | 'include'>,
): Selection {
  const { version } = source;
  if (version === undefined) return wholeSelection(type);
  const selection = selectionFor(type, query);
  if (typeof version === 'function') return selection;
  return { ...selection, attributes: new Set([...selection.attributes, version]) };
}

/** What the source says of a record's version, as text; undefined when it says nothing of versions. */
function statedVersion({ source }: Pick<Exchange, 'source'>, type: ResourceType, record: object): string | undefined {
  const { version } = source;
  if (version === undefined) return undefined;
  const stated: unknown =
    typeof version === 'string' ? (fieldOf(record, version) ?? null) : version.call(source, record as never);
  const plain = stated instanceof Date ? stated.getTime() : stated;
  const isVersion = plain === null || ['string', 'number', 'bigint'].includes(typeof plain);
  // NaN, also that of an invalid date, would be the same in every state.
  if (isVersion && !Number.isNaN(plain)) return String(plain);
  throw new TypeError(`The source of ${type.name}: a version is a text, a number, a bigint, a valid Date or null.`);
}

/**
 * The version of a resource: what its source states, else a hash of the whole resource as its record has it. It is
 * hashed in either case, so that it shows nothing of a field that the client may not see.
 *
 * @param record A record with the fields of `versionSelection`.
 */
export function resourceVersion(
  exchange: Pick<Exchange, 'setup' | 'source'>,
  type: ResourceType,
  record: object,
): string {
  const stated = statedVersion(exchange, type, record);
  if (stated === undefined) return textHash(resourceText(exchange.setup, type, record));
  return textHash(JSON.stringify([type.name, idOf(type.name, record), stated]));
}

/** One relationship of one resource, as versions look at it. */
interface Linked {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
  readonly relationship: RelationshipDefinition;
}

async function wholeLinkage(
  { setup, source, call }: Exchange,
  { type, id, relationship }: Linked,
): Promise<References | undefined> {
  const most = setup.limits.includedLinkage;
  const query = { atMost: most + 1, selection: selectionOf() };
  const found = (await source.related?.(relationship.name, [id], query, call))?.get(id);
  if (relationship.kind === 'to-many' && (pageOf(found)?.records.length ?? 0) > most) return undefined;
  return readReferences(setup.api, type, id, relationship, found);
}

/**
 * The version of a relationship: that of its resource, and of the linkage as well when neither the source states a
 * version nor the record carries the linkage.
 *
 * @param known The whole linkage where it has been read; "part" when a part of it was, so that there is no version.
 */
export async function relationshipVersion(
  exchange: Exchange,
  linked: Linked,
  known?: References | 'part',
): Promise<string | undefined> {
  const { source } = exchange;
  const { type, record, relationship } = linked;
  const version = resourceVersion(exchange, type, record);
  const isCovered = source.version !== undefined || fieldOf(record, relationship.name) !== undefined;
  if (isCovered || source.related === undefined) return version;
  if (known === 'part') return undefined;
  const linkage = known === undefined ? await wholeLinkage(exchange, linked) : known;
  if (linkage === undefined) return undefined;
  const members = listOf(linkage).map((reference) => JSON.stringify([reference.type.name, reference.id]));
  return textHash([version, ...members.sort()].join('\n'));
}
