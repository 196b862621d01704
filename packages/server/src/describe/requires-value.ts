import type { StandardSchema } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';

/** Whether a schema rejects an absent value. A schema that fails decides nothing. */
export async function requiresValue(schema: StandardSchema): Promise<boolean> {
  try {
    const result = await schema['~standard'].validate(undefined);
    return fieldOf(result, 'issues') !== undefined;
  } catch {
    return false;
  }
}
