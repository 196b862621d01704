import { isObject, type Json, type JsonObject, member, objectAt, parseJson, toText } from './json.ts';
import { isSame } from './preview.ts';

/** The document of an update with only the fields that the user has changed. */
export interface Changes {
  /** The text of the document. */
  readonly body: string;
  /** The names of the changed fields. */
  readonly names: readonly string[];
}

/** Returns the fields whose values differ from those of the resource that the user has read. */
function changedFields(part: 'attributes' | 'relationships', data: JsonObject, read: JsonObject): JsonObject {
  const comparedOf = (field: Json | undefined): Json | undefined =>
    part === 'attributes' ? field : member(field, 'data');
  const before = member(read, part);
  return Object.fromEntries(
    Object.entries(objectAt(data, part)).filter(
      ([name, value]) => !isSame(comparedOf(value), comparedOf(member(before, name))),
    ),
  );
}

/**
 * Returns the update without the fields that still have the values that the user has read: a colleague can have changed them since.
 * Returns `undefined` if the text is not an update of this resource.
 */
export function changesOf(body: string, read: JsonObject): Changes | undefined {
  const document = parseJson(body);
  const data = member(document, 'data');
  if (!isObject(document) || !isObject(data)) return undefined;
  if (data['type'] !== read['type'] || data['id'] !== read['id']) return undefined;
  const { attributes: _, relationships: __, ...others } = data;
  const attributes = changedFields('attributes', data, read);
  const relationships = changedFields('relationships', data, read);
  const names = [...Object.keys(attributes), ...Object.keys(relationships)];
  const changed = {
    ...others,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(Object.keys(relationships).length > 0 && { relationships }),
  };
  // Other members, such as `meta`, are changes as well: a draft does not contain them.
  const more = [...Object.keys(others), ...Object.keys(document)].filter(
    (name) => !['type', 'id', 'data'].includes(name),
  );
  return { body: toText({ ...document, data: changed }), names: [...names, ...more] };
}

/** Returns a resource with the members of a relationship that it did not contain. */
export function withMembers(resource: JsonObject, name: string, members: Json): JsonObject {
  const relationships = objectAt(resource, 'relationships');
  return {
    ...resource,
    relationships: { ...relationships, [name]: { ...objectAt(relationships, name), data: members } },
  };
}

/** Returns the text of a draft of the present version with the changes of another draft. */
export function withChanges(draft: string, changes: string): string {
  const [document, changed] = [parseJson(draft), parseJson(changes)];
  const [data, from] = [member(document, 'data'), member(changed, 'data')];
  if (!isObject(document) || !isObject(data) || !isObject(from)) return draft;
  const merged = ['attributes', 'relationships'].flatMap((part) => {
    if (!isObject(member(data, part)) && !isObject(member(from, part))) return [];
    return [[part, { ...objectAt(data, part), ...objectAt(from, part) }] as const];
  });
  return toText({ ...document, data: { ...data, ...from, ...Object.fromEntries(merged) } });
}
