import { type Json, type JsonObject, member, objectAt, parseJson } from './json.ts';
import { isSame, previewOf, sizeOf } from './preview.ts';

/** The browser must not lay out long values. */
const MAX_TEXT = 1000;

/** A field that the user, or somebody else, has changed, with its values as strings. */
export interface ChangedField {
  readonly name: string;
  readonly before: string;
  readonly mine: string;
  readonly now: string;
  /** Whether both have changed it, to different values. */
  readonly isContested: boolean;
}

/** Returns the fields of the request, and those that others have changed since the user has read the resource. */
export function changedFieldsOf(
  read: JsonObject | undefined,
  sent: string,
  present: Json | undefined,
): readonly ChangedField[] {
  const [before, mine, now] = [read, member(parseJson(sent), 'data'), member(present, 'data')].map(fieldValues);
  const changed = Object.keys(now ?? {}).filter((name) => !isSame(member(before, name), member(now, name)));
  const others = read === undefined ? [] : changed;
  return [...new Set([...Object.keys(mine ?? {}), ...others])].map((name) => {
    const [was, one, other] = [before, mine, now].map((values) => member(values, name));
    const isTheirs = read === undefined || others.includes(name);
    return {
      name,
      before: shown(was),
      mine: shown(one),
      now: shown(other),
      isContested: isTheirs && one !== undefined && !isSame(one, other),
    };
  });
}

/** Returns the beginning of a value, and the size of a long one. */
function shown(value: Json | undefined): string {
  const text = previewOf(value, MAX_TEXT);
  return text.length > MAX_TEXT ? `${text} (${sizeOf(value)})` : text;
}

/** Returns the attributes and the linkage of a resource object by their names. A resource has no two fields of one name. */
function fieldValues(resource: Json | undefined): JsonObject {
  const linkage = Object.entries(objectAt(resource, 'relationships')).flatMap(([name, it]) => {
    const data = member(it, 'data');
    return data === undefined ? [] : [[name, data] as const];
  });
  return { ...objectAt(resource, 'attributes'), ...Object.fromEntries(linkage) };
}
