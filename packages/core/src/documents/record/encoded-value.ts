import type { AttributeDefinition } from '../../schema/api.ts';

/**
 * Returns the result of an attribute's `encode` function for the value of a record. Without a function, returns the
 * value itself.
 *
 * @throws {Error} If the function throws. The cause is the original error.
 */
export function encodedValue({ name, encode }: AttributeDefinition, type: string, id: string, value: unknown): unknown {
  if (encode === undefined || value === null || value === undefined) return value;
  try {
    return encode(value);
  } catch (cause) {
    throw new Error(
      `${JSON.stringify(type)} ${JSON.stringify(id)}: \`encode\` of the attribute \`${name}\` threw an error.`,
      { cause },
    );
  }
}
