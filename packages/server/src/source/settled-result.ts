const ignore = (): void => undefined;

function refuseNested(values: Iterable<unknown>, where: string): void {
  let found = false;
  for (const value of values) {
    if (!(value instanceof Promise)) continue;
    found = true;
    // Nobody will wait for it, and a rejection that nobody hears of ends the process.
    value.catch(ignore);
  }
  if (found) throw new TypeError(`${where} gave promises where records belong; wait for them in the source.`);
}

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const { records } = value as { readonly records?: unknown };
  return Array.isArray(records) ? records : [records];
}

/**
 * Checks that a source has waited for what it gives.
 *
 * @throws {TypeError} There are promises among the records; this is the source's mistake.
 */
export function settledResult<Result>(result: Result, where: string): Result {
  if (typeof result !== 'object' || result === null) return result;
  if (result instanceof Map) {
    refuseNested(result.values(), where);
    for (const value of result.values()) refuseNested(membersOf(value), where);
  } else {
    refuseNested(membersOf(result), where);
  }
  return result;
}
