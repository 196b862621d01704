import type { AttributeDefinition } from '../schema/api.ts';

/**
 * What an attribute's own function makes of a value that a record holds. Without one, it is the value itself.
 *
 * @throws {Error} The function failed, with what it threw as the cause.
 */
export function encodedValue({ name, encode }: AttributeDefinition, type: string, id: string, value: unknown): unknown {
  if (encode === undefined || value === null || value === undefined) return value;
  try {
    return encode(value);
  } catch (cause) {
    throw new Error(`${type} ${JSON.stringify(id)}: encode of the attribute ${name} failed.`, { cause });
  }
}
