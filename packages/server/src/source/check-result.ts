import { fieldOf } from '@linkage/core/records';
import type { AnySource } from './any-source.ts';

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function checkPage(given: unknown, where: string): void {
  if (typeof given === 'object' && given !== null && Array.isArray(fieldOf(given, 'records'))) return;
  throw new TypeError(`${where} gave ${kindOf(given)}: it has to give a page, { records: [...] }.`);
}

function checkRelated(given: unknown, parentIds: readonly string[], where: string): void {
  if (given instanceof Map) checkKeys(given, parentIds, where);
  else if (typeof (given as Partial<Map<unknown, unknown>> | null | undefined)?.get !== 'function')
    throw new TypeError(`${where} gave ${kindOf(given)}: it has to give a Map by the parents' ids.`);
}

/** Ids of a database often are numbers: a map by these knows no parent, and all would pass for empty. */
function checkKeys(found: Map<unknown, unknown>, parentIds: readonly string[], where: string): void {
  const [key = ''] = found.keys();
  if (typeof key === 'string' || parentIds.every((id) => found.get(id) !== undefined)) return;
  const shown = typeof key === 'object' ? 'a key that is an object' : `the key ${String(key)}, ${kindOf(key)}`;
  throw new TypeError(`${where} gave ${shown}: keys are ids as texts.`);
}

/**
 * Checks that what a method of a source gives has the shape that it is read by.
 *
 * @throws {TypeError} It has another one; this is the source's mistake.
 */
export function checkResult(method: keyof AnySource, given: readonly unknown[], result: unknown, where: string): void {
  if (method === 'list') checkPage(result, where);
  if (method === 'related') checkRelated(result, given[1] as readonly string[], `${where}(${given[0]})`);
}
