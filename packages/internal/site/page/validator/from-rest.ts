/** Turns plain JSON, as most HTTP APIs have it, into a document of JSON:API, and says what it changed. */

import { own } from './read-paste.ts';

/** A document of JSON:API, and what differs from the plain JSON. */
export interface Converted {
  readonly document: object;
  readonly changes: readonly string[];
}

type Plain = Readonly<Record<string, unknown>>;

/** The members of a document. An object with one of them is a document already. */
const documentMembers = ['data', 'errors', 'meta', 'jsonapi', 'atomic:operations', 'atomic:results'];
const idNames = ['id', '_id', 'uuid'];
/** The maximum number of resources. */
const MAX_RESOURCES = 1_000;

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly Plain[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlain);
}

function idNameOf(value: unknown): string | undefined {
  return isPlain(value) ? idNames.find((name) => Object.hasOwn(value, name)) : undefined;
}

function ownType(value: Plain): string | undefined {
  const type = own(value, 'type');
  return typeof type === 'string' ? type : undefined;
}

/** Returns the document of a plain value, or `undefined` if the value is a document already, or has no resources. */
export function fromRest(value: unknown): Converted | undefined {
  const changes = new Set<string>();
  const included = new Map<string, object>();
  const identifierOf = (type: string, given: Plain): { readonly type: string; readonly id: string } => {
    const id = String(own(given, idNameOf(given) ?? '') ?? '');
    const key = JSON.stringify([type, id]);
    if (!included.has(key) && included.size < MAX_RESOURCES) {
      // The place is taken before the members are read: resources can contain each other.
      included.set(key, {});
      included.set(key, resourceOf(type, given));
    }
    return { type, id };
  };
  const resourceOf = (type: string, given: Plain): object => {
    const [attributes, relationships]: Record<string, unknown>[] = [{}, {}];
    const idName = idNameOf(given);
    for (const [name, member] of Object.entries(given)) {
      if (name === idName || name === 'type') continue;
      const related = Array.isArray(member) ? member : [member];
      if (isList(related) && related.every((it) => idNameOf(it) !== undefined)) {
        const targets = related.map((it) => identifierOf(ownType(it) ?? name, it));
        Object.assign(relationships ?? {}, { [name]: { data: Array.isArray(member) ? targets : targets[0] } });
        changes.add(`\`${name}\` became a relationship, and its resources are in \`included\`.`);
      } else Object.assign(attributes ?? {}, { [name]: member });
    }
    const id = idName === undefined ? undefined : own(given, idName);
    if (typeof id === 'number') changes.add('`id` became a string.');
    changes.add('Members that are not related resources became `attributes`.');
    return {
      type,
      ...(id !== undefined && { id: String(id) }),
      ...(Object.keys(attributes ?? {}).length > 0 && { attributes }),
      ...(Object.keys(relationships ?? {}).length > 0 && { relationships }),
    };
  };
  const typeOf = (resource: Plain, name: string | undefined): string => {
    const given = ownType(resource);
    if (given !== undefined) return given;
    changes.add(`The type is “${name ?? 'resources'}”: name it as your API does.`);
    return name ?? 'resources';
  };
  if (isPlain(value) && documentMembers.some((name) => Object.hasOwn(value, name))) return undefined;
  const lists =
    isPlain(value) && idNameOf(value) === undefined ? Object.entries(value).filter(([, it]) => isList(it)) : [];
  const [name, listed] = lists.length === 1 ? (lists[0] ?? []) : [undefined, value];
  if (!isList(listed) && !(isPlain(listed) && Object.keys(listed).length > 0)) return undefined;
  const resources = isList(listed) ? listed.slice(0, MAX_RESOURCES) : [listed as Plain];
  const data = resources.map((it) => resourceOf(typeOf(it, name), it));
  const meta =
    name === undefined ? {} : Object.fromEntries(Object.entries(value as Plain).filter(([it]) => it !== name));
  if (Object.keys(meta).length > 0) changes.add('Members beside the list became `meta`.');
  const document = {
    ...(Object.keys(meta).length > 0 && { meta }),
    data: isList(listed) ? data : data[0],
    ...(included.size > 0 && { included: [...included.values()] }),
  };
  return { document, changes: [...changes] };
}
