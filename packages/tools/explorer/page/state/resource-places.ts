import { isObject, type Json, type JsonObject, member, textOf } from './json.ts';

/** Returns the identity of a resource as a key. */
export function keyOf({ type, id }: JsonObject): string {
  return JSON.stringify([typeof type === 'string' ? type : null, typeof id === 'string' ? id : null]);
}

/** Returns the name of the type of a resource. */
export function typeNameOf(resource: JsonObject): string {
  return textOf(member(resource, 'type'));
}

/** Returns the JSON Pointers to the resource objects of a document by their identities. */
export function resourcePlaces(document: Json): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  if (!isObject(document)) return places;
  for (const name of ['data', 'included']) {
    const value = document[name];
    const list: readonly Json[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const [index, item] of list.entries()) {
      if (!isObject(item) || (!Object.hasOwn(item, 'attributes') && !Object.hasOwn(item, 'relationships'))) continue;
      places.set(keyOf(item), Array.isArray(value) ? `/${name}/${index}` : `/${name}`);
    }
  }
  return places;
}
