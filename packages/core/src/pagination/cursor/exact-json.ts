/** The result of `toExactJson`: JSON in which each array contains a tag and the value for the tag. */
export type ExactJson = null | boolean | number | string | readonly unknown[];

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Converts a value to JSON without loss. JSON numbers, strings, booleans, and null remain unchanged. Bigints, dates,
 * bytes, and numbers that JSON does not support have a tag. Arrays and objects also have a tag, so that they are
 * unambiguous.
 *
 * @throws {TypeError} If the value is a function or a symbol.
 */
export function toExactJson(value: unknown): ExactJson {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return ['u'];
  if (typeof value === 'number') return Number.isFinite(value) ? value : ['f', String(value)];
  if (typeof value === 'bigint') return ['n', String(value)];
  if (value instanceof Date) return ['d', Number.isNaN(value.getTime()) ? null : value.getTime()];
  if (value instanceof Uint8Array) return ['b', hexOf(value)];
  if (Array.isArray(value)) return ['a', ...value.map(toExactJson)];
  if (typeof value !== 'object')
    throw new TypeError(`A position must contain only values, but it contains a ${typeof value}.`);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return ['o', Object.fromEntries(entries.map(([name, member]) => [name, toExactJson(member)]))];
}

function fromTagged([tag, ...values]: readonly unknown[]): unknown {
  const [value] = values;
  if (tag === 'a') return values.map(fromExactJson);
  if (tag === 'n') return BigInt(value as string);
  if (tag === 'd') return new Date((value as number | null) ?? Number.NaN);
  if (tag === 'b') return Uint8Array.from((value as string).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  if (tag === 'f') return Number(value);
  if (tag === 'o') {
    const entries = Object.entries(value as object).map(([name, member]) => [name, fromExactJson(member)]);
    return Object.fromEntries(entries);
  }
  return undefined;
}

/** Converts the result of `toExactJson` back to the value. Pass only text that the server itself has created. */
export function fromExactJson(value: unknown): unknown {
  return Array.isArray(value) ? fromTagged(value) : value;
}
