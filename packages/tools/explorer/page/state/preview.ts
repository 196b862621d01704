import { cut, isObject, type Json, type JsonObject, member, objectAt } from './json.ts';

/** `Array.isArray` for arrays that cannot be changed. */
const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** A value that is still to be written, or a string between values. */
type Part = { readonly value: Json | undefined } | { readonly text: string };

/** Returns the parts of an array or an object, at most as many as a string of the maximum length can contain. */
function partsOf(value: readonly Json[] | JsonObject, maximum: number): Part[] {
  if (isArray(value)) {
    const items = value
      .slice(0, maximum)
      .flatMap((item, index): Part[] => [{ text: index === 0 ? '' : ',' }, { value: item }]);
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  const members = Object.entries(value).slice(0, maximum);
  const parts = members.flatMap(([name, item], index): Part[] => [
    { text: `${index === 0 ? '' : ','}${JSON.stringify(cut(name, maximum))}:` },
    { value: item },
  ]);
  return [{ text: '{' }, ...parts, { text: '}' }];
}

/**
 * Returns the beginning of the JSON text of a value, or all of it if it is not longer than the maximum. The rest is not written: a
 * value of many megabytes, or of many levels, must not stop the page.
 */
export function previewOf(value: Json | undefined, maximum: number): string {
  let text = '';
  const rest: Part[] = [{ value }];
  for (let part = rest.pop(); part !== undefined && text.length <= maximum; part = rest.pop()) {
    if ('text' in part) text += part.text;
    else if (typeof part.value === 'string') text += JSON.stringify(part.value.slice(0, maximum + 1));
    else if (typeof part.value === 'object' && part.value !== null) {
      for (const it of partsOf(part.value, maximum).reverse()) rest.push(it);
    } else text += part.value === undefined ? '' : String(part.value);
  }
  return cut(text, maximum);
}

/** Whether a value has more levels than a maximum. Indentation would make its text many times as long. */
export function isDeep(value: Json | undefined, maximum: number): boolean {
  const rest: (readonly [Json | undefined, number])[] = [[value, 0]];
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const [current, depth] = item;
    if (depth > maximum) return true;
    if (typeof current !== 'object' || current === null) continue;
    for (const inner of Object.values(current)) rest.push([inner as Json, depth + 1]);
  }
  return false;
}

/** Returns the beginning of a value that should be a string. Other values are written as JSON. */
export function shortText(value: Json | undefined, maximum: number): string {
  return typeof value === 'string' ? cut(value, maximum) : previewOf(value, maximum);
}

/** Returns the fields that an operation writes, with the beginnings of their values. */
export function changesOf({ data }: JsonObject): string {
  const fields = ['attributes', 'relationships'].flatMap((name) => Object.entries(objectAt(data, name)));
  return cut(fields.map(([name, value]) => `${name}: ${previewOf(value, 60)}`).join(', '), 300);
}

/** Returns how large a value is, in words. Empty for a value without parts. */
export function sizeOf(value: Json | undefined): string {
  if (typeof value === 'string') return `${value.length} characters`;
  if (Array.isArray(value)) return `${value.length} items`;
  return isObject(value) ? `${Object.keys(value).length} members` : '';
}

/** Two values are compared up to this number of their parts. */
const MAX_PARTS = 100_000;

/** Whether two values are the same. Values with very many parts count as different ones. */
export function isSame(first: Json | undefined, second: Json | undefined): boolean {
  const rest: [Json | undefined, Json | undefined][] = [[first, second]];
  let count = 0;
  for (let pair = rest.pop(); pair !== undefined; pair = rest.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (isArray(one) && isArray(other)) {
      count += one.length;
      if (one.length !== other.length || count > MAX_PARTS) return false;
      for (const [index, item] of one.entries()) rest.push([item, other[index]]);
    } else if (isObject(one) && isObject(other)) {
      const members = Object.entries(one);
      count += members.length;
      if (members.length !== Object.keys(other).length || count > MAX_PARTS) return false;
      // An absent member differs from every value of JSON.
      for (const [name, item] of members) rest.push([item, member(other, name)]);
    } else return false;
  }
  return true;
}
