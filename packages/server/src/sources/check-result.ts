import type { AnySource } from './any-source.ts';
import { recordsIn } from './source-page.ts';

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function checkPage(given: unknown, where: string): void {
  if (Array.isArray(recordsIn(given))) return;
  throw new TypeError(
    `\`${where}\` must return a page, but it returned ${kindOf(given)}. Return \`{ records }\` instead.`,
  );
}

function checkRelated(given: unknown, parentIds: readonly string[], where: string): void {
  if (given instanceof Map) checkKeys(given, parentIds, where);
  else if (typeof (given as Partial<Map<unknown, unknown>> | null | undefined)?.get !== 'function')
    throw new TypeError(`\`${where}\` must return a Map by parent id, but it returned ${kindOf(given)}.`);
}

/** Database ids are often numbers. A map with numeric keys finds no parent, so all relationships would look empty. */
function checkKeys(found: Map<unknown, unknown>, parentIds: readonly string[], where: string): void {
  const [key = ''] = found.keys();
  if (typeof key === 'string' || parentIds.every((id) => found.get(id) !== undefined)) return;
  const shown = typeof key === 'object' ? 'a key that is an object' : `the key ${String(key)}, ${kindOf(key)}`;
  throw new TypeError(`\`${where}\` must return a Map whose keys are ids as strings, but it returned ${shown}.`);
}

/**
 * Checks that the result of a source's method has the required shape.
 *
 * @throws {TypeError} If the shape is wrong: an error of the source.
 */
export function checkResult(method: keyof AnySource, given: readonly unknown[], result: unknown, where: string): void {
  if (method === 'list') checkPage(result, where);
  if (method === 'related') checkRelated(result, given[1] as readonly string[], `${where}(${given[0]})`);
}
