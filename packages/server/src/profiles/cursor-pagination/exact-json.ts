/** The result of `toExactJson`: JSON in which each array holds a tag, and the value that the tag stands for. */
export type ExactJson = null | boolean | number | string | readonly unknown[];

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Converts a value to JSON without loss. JSON numbers, texts, booleans, and null stay as they are; bigints, dates, bytes,
 * and numbers that JSON does not have get a tag. Arrays and objects get a tag as well, so that none can be taken for another.
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
    throw new TypeError(`A position must consist of values, but it has a ${typeof value}.`);
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

/** Converts what `toExactJson` returned to the value that it was made of. Read only what the server itself has written. */
export function fromExactJson(value: unknown): unknown {
  return Array.isArray(value) ? fromTagged(value) : value;
}
