import { usageError } from '@linkage/core/internal';
import type { AcceptedChange } from '../accepted-changes.ts';
import { member } from '../schema/json-schema.ts';
import { readText } from './read-input.ts';

/** Reads the file of accepted changes: an array of objects with `rule`, `pointer`, and `reason`. */
export async function readAccepted(file: string): Promise<readonly AcceptedChange[]> {
  const text = await readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (!Array.isArray(value)) throw usageError(`${file} must contain an array of accepted changes.`);
  for (const [index, entry] of value.entries()) {
    for (const name of ['rule', 'pointer', 'reason']) {
      if (typeof member(entry, name) === 'string') continue;
      throw usageError(`${file}: entry ${index} must have the text \`${name}\`.`);
    }
  }
  return value;
}
