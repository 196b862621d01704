import type { SourcePage } from '@linkage/core/http';
import { assertPageNames, ownPage, recordsIn } from '@linkage/core/internal';
import type { WriteMethod } from '../port/any-source.ts';
import type { ReadMethod } from '../port/can.ts';

const ignore = (): void => undefined;

function assertNoNestedPromises(values: Iterable<unknown>, where: string): void {
  let found = false;
  for (const value of values) {
    if (!(value instanceof Promise)) continue;
    found = true;
    // The promise is not awaited, and an unhandled rejection would end the process.
    value.catch(ignore);
  }
  if (found)
    throw new TypeError(`\`${where}\` must return records, but it returned promises. Await them in the source.`);
}

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const records = recordsIn(value);
  return Array.isArray(records) ? records : [records];
}

/**
 * Checks that a result does not contain promises.
 *
 * @throws {TypeError} If records contain promises: an error of the source.
 */
function assertNoPromises(result: unknown, where: string): void {
  if (typeof result !== 'object' || result === null) return;
  if (result instanceof Map) {
    assertNoNestedPromises(result.values(), where);
    for (const value of result.values()) assertNoNestedPromises(membersOf(value), where);
  } else {
    assertNoNestedPromises(membersOf(result), where);
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function checkPage(given: unknown, where: string): void {
  if (!Array.isArray(recordsIn(given)))
    throw new TypeError(
      `\`${where}\` must return a page, but it returned ${kindOf(given)}. Return \`{ records }\` instead.`,
    );
  assertPageNames(given as object, where);
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

function checkWritten(result: unknown, { length }: readonly unknown[], where: string): void {
  if (Array.isArray(result) && result.length === length) return;
  const found = Array.isArray(result) ? `${result.length} records` : kindOf(result);
  throw new TypeError(`\`${where}\` must return the records of all ${length} inputs, but it returned ${found}.`);
}

/**
 * Reads the result of a method: checks that it has the required shape, and does not contain promises.
 *
 * @throws {TypeError} If it does not: an error of the source.
 */
export function readResult(
  method: ReadMethod | WriteMethod,
  given: readonly unknown[],
  result: unknown,
  where: string,
): unknown {
  if (Array.isArray(result)) assertNoNestedPromises(result, where);
  else assertNoPromises(result, where);
  if (method === 'related') checkRelated(result, given[1] as readonly string[], `${where}(${given[0]})`);
  if (method === 'createAll' || method === 'updateAll') checkWritten(result, given[0] as readonly unknown[], where);
  if (method !== 'list') return result;
  checkPage(result, where);
  return ownPage(result as SourcePage<unknown>);
}
