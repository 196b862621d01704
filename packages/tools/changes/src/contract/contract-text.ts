import { isObject } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import { compareStrings } from '../change.ts';
import { checkInput } from '../input/check-input.ts';
import { isDescription } from '../input/forms.ts';

/** The lists whose order does not matter. */
const sets: ReadonlySet<string> = new Set([
  ...['targets', 'filterOperators', 'filterPaths', 'sortPaths', 'names', 'pageNames', 'families', 'types', 'statuses'],
  ...['parameters', 'required', 'defaultIncludes', 'endpoints', 'extensions', 'profiles', 'gaps'],
]);

/**
 * Returns the text of a contract file: the description as JSON with sorted members and lists. Equal descriptions have equal
 * strings, so that a difference of two files is a change of the API.
 *
 * @throws {TypeError} If the description is malformed: the message names the member.
 */
export function contractText(description: ServerDescription): string {
  checkInput('contractText', 'description', description, isDescription);
  return `${JSON.stringify(sorted(description, ''), null, 2)}\n`;
}

function sorted(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item, ''));
    if (!sets.has(name)) return items;
    const withStrings = items.map((item) => ({ item, text: orderText(item) }));
    return withStrings.sort((left, right) => compareStrings(left.text, right.text)).map(({ item }) => item);
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((key) => [key, sorted(value[key], key)]));
}

/** Endpoints are in the order of their URLs, and all other values in the order of their strings. */
function orderText(value: unknown): string {
  if (typeof value === 'number') return String(value).padStart(6, '0');
  if (isObject(value) && typeof value['path'] === 'string') return `${value['path']} ${String(value['method'])}`;
  return JSON.stringify(value);
}
