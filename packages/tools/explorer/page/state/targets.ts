import type { Address, FollowLink } from './address.ts';
import { hrefOf, type JsonObject, member, textOf } from './json.ts';
import { allMethods, collectionAt, type Knowledge, type KnownField, type KnownType } from './knowledge.ts';
import { encodeSegment } from './query.ts';

/** Returns the methods of a type. Without a description of the type, all can be tried. */
export function methodsOf(known: Knowledge, type: string): ReadonlySet<string> {
  return known.get(type)?.methods ?? allMethods;
}

/** Returns the target of a resource. */
export function resourceTarget(known: Knowledge, type: string, id: string): string {
  return `${known.get(type)?.path ?? `/${encodeSegment(type)}`}/${encodeSegment(id)}`;
}

/** Returns the target of a resource object: that of its link to itself, or of its type and id. */
export function selfTarget(known: Knowledge, resource: JsonObject, targetOf: FollowLink): string {
  const href = hrefOf(resource, 'self');
  const linked = href === undefined ? undefined : targetOf(href);
  return linked ?? resourceTarget(known, textOf(member(resource, 'type')), textOf(member(resource, 'id')));
}

/** Returns the type of the resource in the document of a request: a new one of a collection, or one that changes. */
export function typeOfDocument(known: Knowledge, { method, target }: Address): KnownType | undefined {
  const place = collectionAt(known, target.split('?', 1)[0] ?? target);
  if (place === undefined || place.type.fields.size === 0) return undefined;
  const { length } = place.rest;
  return (method === 'POST' && length === 0) || (method === 'PATCH' && length === 1) ? place.type : undefined;
}

/** Returns the relationship whose members the document of a request contains. */
export function relationshipOfDocument(known: Knowledge, { target }: Address): KnownField | undefined {
  const place = collectionAt(known, target.split('?', 1)[0] ?? target);
  const [, word, name = '', more] = place?.rest ?? [];
  return word === 'relationships' && more === undefined ? place?.type.fields.get(name) : undefined;
}
