import type { StandardSchema } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';

/** The result of a schema for an absent value. */
export interface AbsentValue {
  /** Whether the schema rejects it. */
  readonly isRejected: boolean;
  /** Whether the value stays absent: the schema does not replace it by a default. */
  readonly staysAbsent: boolean;
}

/** Validates an absent value. A schema that fails decides nothing. */
export async function validateAbsent(schema: StandardSchema): Promise<AbsentValue> {
  try {
    const result = await schema['~standard'].validate(undefined);
    const isRejected = fieldOf(result, 'issues') !== undefined;
    return { isRejected, staysAbsent: !isRejected && fieldOf(result, 'value') === undefined };
  } catch {
    return { isRejected: false, staysAbsent: true };
  }
}
