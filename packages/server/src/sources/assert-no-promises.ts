import { recordsIn } from './source-page.ts';

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
export function assertNoPromises<Result>(result: Result, where: string): Result {
  if (typeof result !== 'object' || result === null) return result;
  if (result instanceof Map) {
    assertNoNestedPromises(result.values(), where);
    for (const value of result.values()) assertNoNestedPromises(membersOf(value), where);
  } else {
    assertNoNestedPromises(membersOf(result), where);
  }
  return result;
}
