import type { Address, FollowLink } from './address.ts';
import { isWritable } from './form.ts';
import { hrefOf, type JsonObject, member, textOf } from './json.ts';
import { collectionAt, type Knowledge, type KnownField, type KnownType } from './knowledge.ts';
import { encodeSegment, listOf, type Target } from './query.ts';

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
  if (!(method === 'POST' && length === 0) && !(method === 'PATCH' && length === 1)) return undefined;
  const by = method === 'POST' ? 'create' : 'update';
  const fields = [...place.type.fields].map(([name, it]) => [name, { ...it, canWrite: isWritable(it, by) }] as const);
  return { ...place.type, fields: new Map(fields) };
}

/** Returns the relationship whose members the document of a request contains. */
export function relationshipOfDocument(known: Knowledge, { target }: Address): KnownField | undefined {
  const place = collectionAt(known, target.split('?', 1)[0] ?? target);
  const [, word, name = '', more] = place?.rest ?? [];
  return word === 'relationships' && more === undefined ? place?.type.fields.get(name) : undefined;
}

/** Returns the types that the included paths lead to. */
export function includedTypes(known: Knowledge, type: KnownType, target: Target): readonly KnownType[] {
  const found = new Map<string, KnownType>();
  for (const path of listOf(target, 'include')) {
    let from: readonly KnownType[] = [type];
    for (const name of path.split('.')) {
      from = from.flatMap((it) => it.fields.get(name)?.targets ?? []).flatMap((it) => known.get(it) ?? []);
      for (const it of from) if (it.name !== type.name) found.set(it.name, it);
    }
  }
  return [...found.values()];
}
