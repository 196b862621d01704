import type { JsonObject } from '../grammar/node.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { setOwn } from '../internal/set-own.ts';
import { createResourceTable } from './resource-table.ts';

/** What the resources of a document became. */
export interface LinkedResources {
  readonly data: unknown;
  readonly included: readonly unknown[] | undefined;
  /** What a linked object was made of. */
  resourceOf(linked: object): JsonObject | undefined;
}

type Fields = Record<string, unknown>;

/** An object with the attributes. What names the resource is set after them: V8 copies what stands first at once. */
function fieldsOf(resource: JsonObject): Fields {
  const [type, id, lid] = [ownMember(resource, 'type'), ownMember(resource, 'id'), ownMember(resource, 'lid')];
  const attributes = ownMember(resource, 'attributes');
  const own = isObject(attributes) ? attributes : undefined;
  if (id !== undefined) return { ...own, id, type };
  return lid === undefined ? { ...own, type } : { lid, ...own, type };
}

/** An object of primary data with nothing to show but its name: an identifier, or a resource without fields. */
function isBare(resource: JsonObject): boolean {
  return ['attributes', 'relationships', 'links'].every((name) => ownMember(resource, name) === undefined);
}

/** Whether a member of a relationships object is a relationship: no field is called `type` or `id`, at-members say nothing. */
function isFieldName(name: string): boolean {
  return name !== 'type' && name !== 'id' && !name.startsWith('@') && !name.includes(':');
}

/**
 * Makes one object for each resource, then sets relationships to what they lead to: two passes, so that cycles are no
 * case of their own. Of resources with the same name the first counts, and primary data stands first.
 */
export function linkResources(data: unknown, included: unknown): LinkedResources {
  const table = createResourceTable();
  const linked: Fields[] = [];
  const resources: JsonObject[] = [];
  const plainNames = new Set<string>();
  let known: Map<object, JsonObject> | undefined;

  function take(resource: JsonObject, fields: Fields): Fields {
    const first = table.add(resource, fields) as Fields;
    if (first === fields) {
      linked.push(fields);
      resources.push(resource);
    }
    return first;
  }

  const takeAny = (it: unknown): unknown => (isObject(it) ? take(it, fieldsOf(it)) : it);

  function linkOf(identifier: unknown): unknown {
    if (typeof identifier !== 'object' || identifier === null) return identifier;
    return table.find(identifier as JsonObject) ?? identifier;
  }

  function setRelationships(fields: Fields, relationships: JsonObject): void {
    for (const name of Object.keys(relationships)) {
      const data = ownMember((relationships[name] ?? {}) as object, 'data');
      if (data === undefined) continue;
      const value = Array.isArray(data) ? data.map(linkOf) : linkOf(data);
      if (plainNames.has(name)) {
        fields[name] = value;
      } else if (isFieldName(name)) {
        if (!(name in fields)) plainNames.add(name);
        setOwn(fields, name, value);
      }
    }
  }

  const list: readonly unknown[] = Array.isArray(data) ? data : [data];
  const named = list.map((it) => (isObject(it) && isBare(it) ? undefined : takeAny(it)));
  const others = Array.isArray(included) ? included.map(takeAny) : undefined;
  // Only now that all resources are known can a bare object of primary data tell that one of them is meant.
  const primary = list.map((it, index) => (isObject(it) && isBare(it) ? take(it, it) : named[index]));
  for (let index = 0; index < linked.length; index++) {
    const relationships = ownMember(resources[index] as JsonObject, 'relationships');
    if (isObject(relationships)) setRelationships(linked[index] as Fields, relationships);
  }
  return {
    data: Array.isArray(data) ? primary : primary.at(0),
    included: others,
    resourceOf(object) {
      known ??= new Map(linked.map((it, index) => [it, resources[index] as JsonObject]));
      return known.get(object);
    },
  };
}
