import { memberOf } from '../internal/own-or-inherited.ts';
import type { SchemaIssue, SchemaResult } from './standard-schema.ts';

/** A result of a schema with both members: without issues, the value is valid. */
export interface ReadSchemaResult {
  readonly issues: readonly SchemaIssue[] | undefined;
  readonly value: unknown;
}

/** Reads the result of a schema of the application. */
export function readSchemaResult(result: SchemaResult<unknown>): ReadSchemaResult {
  return { issues: memberOf(result, 'issues') as ReadSchemaResult['issues'], value: memberOf(result, 'value') };
}
