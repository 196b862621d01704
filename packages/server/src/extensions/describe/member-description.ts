import type { JsonSchema } from '@linkage/core';
import type { Described } from './action-description.ts';

/** Whether requests can set a field: all, none, only those that create the resource, or only those that update it. */
export type WriteRule = boolean | 'create' | 'update';

/** A part of the data of each membership of a relationship. */
export interface MemberDescription extends Described {
  /** The JSON Schema of the value in documents. */
  readonly schema: JsonSchema;
  readonly write: boolean;
  /** Whether a new member must have it. */
  readonly required: boolean;
}
