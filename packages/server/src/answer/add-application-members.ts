import type { Api, BuildOptions, MetaObject, ResourceType } from '@linkage/core';
import { errorObjectIssues, hasOwn, pickMembers } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Route } from '../request/route.ts';
import type { MemberFacts } from './added-members.ts';
import type { ApplicationMembers, RelationshipObjectMembers } from './application-members.ts';
import { addedMembers, type Members, mergeMeta } from './hook-result.ts';

/** Calls the functions of the application for the top-level members of a document. */
export function applicationTopLevelMembers(
  functions: ApplicationMembers | undefined,
  facts: MemberFacts,
  route: Route | undefined,
): { readonly links: Members | undefined; readonly meta: MetaObject | undefined } {
  if (functions === undefined) return { links: undefined, meta: undefined };
  const { documents } = functions;
  const relationship = route !== undefined && hasOwn(route, 'relationship') ? route.relationship.name : undefined;
  const about = { ...facts, kind: route?.kind ?? 'endpoint', type: route?.type.name, relationship } as const;
  const links = addedMembers(documents.links?.(about), 'documents.links');
  // The document builder checks the links of all other documents.
  if (route === undefined && errorObjectIssues([], links).length > 0)
    throw new TypeError('documents.links must return the links of a document.');
  return { links, meta: addedMembers(documents.meta?.(about), 'documents.meta') };
}

/** Returns the identity of a related record. Its other members can be hidden. */
function identityOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(identityOf);
  if (typeof value !== 'object' || value === null) return value;
  const { type, id } = pickMembers(value as { type?: unknown; id?: unknown }, ['type', 'id']);
  return type === undefined ? { id } : { type, id };
}

/**
 * Returns a record for functions of the application whose results are part of a response: without the fields that the
 * caller cannot read, and with the identities of related records only. An access rule that hides fields would otherwise
 * hold for attributes alone, and not for meta that is computed from them.
 *
 * @param api The API with the fields of all callers.
 * @param seen The type with the fields that the caller can read.
 */
function recordAsSeen(api: Api, seen: ResourceType, record: object): object {
  const type = api.types.get(seen.name);
  if (type === undefined || type === seen) return record;
  const members = Object.getOwnPropertyDescriptors(record) as Record<string, PropertyDescriptor>;
  const shown = new Map<string, PropertyDescriptor>(Object.entries(members));
  const show = (name: string, value: unknown): void => {
    shown.set(name, { value, enumerable: value !== undefined });
  };
  for (const name of type.attributes.keys()) if (!seen.attributes.has(name)) show(name, undefined);
  for (const name of type.relationships.keys())
    show(name, seen.relationships.has(name) ? identityOf(fieldOf(record, name)) : undefined);
  return Object.create(Object.getPrototypeOf(record), Object.fromEntries(shown));
}

type ResourceMembers = NonNullable<NonNullable<BuildOptions<Api, string>['resources']>[string]>;
type Links = NonNullable<ResourceMembers['links']>;
type Functions = Pick<ResourceMembers, 'meta' | 'links'>;

/** Joins the functions of the application and those of the server, whose members have priority. */
function joined(
  functions: RelationshipObjectMembers,
  base: Functions,
  where: string,
  facts: MemberFacts,
  seen: (record: object) => object,
): Functions {
  const { meta, links } = functions;
  const joinedMeta = (record: object): ReturnType<typeof mergeMeta> => {
    const added = addedMembers(meta?.call(functions, seen(record), facts), `${where}.meta`);
    return mergeMeta(added, base.meta?.(record as never));
  };
  const joinedLinks = (record: object): ReturnType<Links> => {
    const added = addedMembers(links?.call(functions, seen(record), facts), `${where}.links`);
    const served = base.links?.(record as never);
    return added === undefined ? served : ({ ...added, ...served } as never);
  };
  return {
    meta: meta === undefined ? base.meta : joinedMeta,
    links: links === undefined ? base.links : joinedLinks,
  } as Functions;
}

/** The `self` link of a resource must equal the `Location` of the response that created it. */
function withoutSelf(links: Links, where: string): Links {
  return (record) => {
    const added = links(record);
    if (added !== undefined && Object.hasOwn(added, 'self'))
      throw new TypeError(`${where}.links must not return \`self\`, because the server sets this link.`);
    return added;
  };
}

/**
 * Adds the functions of the application to those of the server, for the resource objects of one type.
 *
 * @param type The type with the fields that the caller can read.
 */
export function withApplicationMembers(
  functions: ApplicationMembers | undefined,
  type: ResourceType,
  base: ResourceMembers,
  facts: MemberFacts,
  isServed: boolean,
): ResourceMembers {
  const members = functions?.resources.get(type.name);
  if (functions === undefined || members === undefined) return base;
  const where = `resources.${type.name}`;
  const seen = (record: object): object => recordAsSeen(functions.api, type, record);
  const resource = joined(members, base, where, facts, seen);
  const relationships: Record<string, object> = { ...base.relationships };
  for (const [name, its] of members.relationships) {
    if (!type.relationships.has(name)) continue;
    const present = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
    const served = { meta: undefined, links: undefined, ...present } as object as Functions;
    relationships[name] = { ...served, ...joined(its, served, `${where}.relationships.${name}`, facts, seen) };
  }
  const { links } = resource;
  return {
    ...base,
    ...resource,
    links: links !== undefined && members.links !== undefined && isServed ? withoutSelf(links, where) : links,
    relationships,
  } as ResourceMembers;
}
