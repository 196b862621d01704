import { type ErrorObject, JsonApiError } from '@linkage/core';
import { errorOf } from '@linkage/core/internal';
import { canStore } from './column-kinds.ts';
import type { ColumnType } from './column-type.ts';
import { describeColumn } from './describe-column.ts';
import type { ValueRules } from './kind-facts.ts';

/**
 * Checks that columns hold the attributes of a write exactly as they are. Ignores attributes that are null, undefined,
 * or without a column type.
 *
 * @throws {JsonApiError} 422 with an error for each other attribute.
 */
export function assertStorable(
  attributes: object,
  typeOf: (attribute: string) => ColumnType | undefined,
  rules: ValueRules,
): void {
  const errors: ErrorObject[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const type = typeOf(name);
    if (value === null || value === undefined || canStore(type, value, rules)) continue;
    const values = { name, expected: describeColumn(type, value) };
    errors.push(errorOf('ATTRIBUTE_INVALID.column', values, { pointer: `/data/attributes/${name}` }));
  }
  if (errors.length > 0) throw new JsonApiError(errors);
}
