import { isObject, ownMembers, setOwn } from '../../internal/members.ts';
import { isPolluted } from '../../spec/document/own-json.ts';
import type { JsonObject } from '../../spec/grammar/node.ts';
import { createResourceTable } from './resource-table.ts';

/** The objects created from the resources of a document. */
export interface LinkedResources {
  readonly data: unknown;
  readonly included: readonly unknown[] | undefined;
  /** Returns the resource object from which an object was created. */
  resourceOf(linked: object): JsonObject | undefined;
}

type Fields = Record<string, unknown>;

/** In a usual program, a member of a parsed object is its own: to check it for each member takes 10 % of `deserialize`. */
function unchanged(object: JsonObject): JsonObject {
  return object;
}

/**
 * Whether a member of an attributes or a relationships object is a field: not `type`, `id`, an at-member, or a member of an
 * extension.
 */
function isFieldName(name: string): boolean {
  return name !== 'type' && name !== 'id' && !/^@|:/.test(name);
}

/** Returns the attributes of an attributes object. `known` are names of attributes: resources of one type have the same. */
function attributesOf(attributes: object, known: Set<string>): object {
  for (const name in attributes) {
    if (known.has(name)) continue;
    if (!isFieldName(name)) return Object.fromEntries(Object.entries(attributes).filter(([it]) => isFieldName(it)));
    known.add(name);
  }
  return attributes;
}

/**
 * Creates an object with the attributes. Sets the identifying members after them, because V8 clones leading members at
 * once.
 */
function fieldsOf({ type, id, lid, attributes: given }: JsonObject, known: Set<string>): Fields {
  const attributes = isObject(given) ? attributesOf(given, known) : undefined;
  if (id !== undefined) return { ...attributes, id, type };
  return { ...(lid !== undefined && { lid }), ...attributes, type };
}

/**
 * Whether an element of the primary data contains only identifying members: an identifier, or a resource without
 * fields.
 */
function isBare({ attributes, relationships, links }: JsonObject): boolean {
  return attributes === undefined && relationships === undefined && links === undefined;
}

/** Replaces values of attributes in the object of a resource, such as strings by dates. */
type Read = (fields: Fields, resource: JsonObject) => void;

/** Returns a function that replaces objects by those of an earlier document. */
type Share = (linked: readonly Fields[], resources: readonly JsonObject[]) => (linked: unknown) => unknown;

/**
 * Creates one object for each resource, then sets its relationships. Two passes handle cycles without a special case.
 * If several resources have the same identity, the first one is used; primary data precedes included resources.
 */
export function linkResources(data: unknown, included: unknown, share?: Share, read?: Read): LinkedResources {
  const own = isPolluted() ? ownMembers : unchanged;
  const table = createResourceTable(own);
  const linked: Fields[] = [];
  const resources: JsonObject[] = [];
  const plainNames = new Set<string>();
  const attributeNames = new Set<string>();
  let known: Map<object, JsonObject> | undefined;

  function take(resource: JsonObject, fields: Fields): Fields {
    const first = table.add(resource, fields) as Fields;
    if (first === fields) {
      linked.push(fields);
      resources.push(resource);
    }
    return first;
  }

  function takeAny(it: unknown): unknown {
    if (!isObject(it)) return it;
    const fields = fieldsOf(own(it), attributeNames);
    read?.(fields, it);
    return take(it, fields);
  }

  // An array does not have a type, so the table does not contain an object for it.
  const linkOf = (identifier: unknown): unknown =>
    typeof identifier === 'object' && identifier !== null
      ? (table.find(identifier as JsonObject) ?? identifier)
      : identifier;

  function setRelationships(fields: Fields, relationships: JsonObject): void {
    for (const name in relationships) {
      if (!Object.hasOwn(relationships, name)) continue;
      const relationship = relationships[name];
      if (typeof relationship !== 'object' || relationship === null) continue;
      const { data } = own(relationship as JsonObject);
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
  const named = list.map((it) => (isObject(it) && isBare(own(it)) ? undefined : takeAny(it)));
  const others = Array.isArray(included) ? included.map(takeAny) : undefined;
  // Now all resources are known, so a bare object of the primary data can be replaced by the resource that it
  // identifies.
  const primary = list.map((it, index) => named[index] ?? (isObject(it) ? take(it, it) : it));
  for (let index = 0; index < linked.length; index++) {
    const { relationships } = own(resources[index] as JsonObject);
    if (isObject(relationships)) setRelationships(linked[index] as Fields, relationships);
  }
  const now = share?.(linked, resources) ?? ((it: unknown) => it);
  return {
    data: Array.isArray(data) ? primary.map(now) : now(primary.at(0)),
    included: others?.map(now),
    resourceOf(object) {
      known ??= new Map(linked.map((it, index) => [now(it) as object, resources[index] as JsonObject]));
      return known.get(object);
    },
  };
}
