import type { JsonSchema } from '@linkage/core';
import type { Described } from './action-description.ts';

/** A part of the data of each membership of a relationship. */
export interface MemberDescription extends Described {
  /** The JSON Schema of the value in documents. */
  readonly schema: JsonSchema;
  readonly write: boolean;
  /** Whether a new member must have it. */
  readonly required: boolean;
}
