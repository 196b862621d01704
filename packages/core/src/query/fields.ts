import type { ErrorObject } from '../document/error-object.ts';
import { problem } from '../error/problem.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api } from '../schema/api.ts';
import { splitList } from './split-list.ts';

/**
 * Reads one `fields[TYPE]` parameter. An empty value means no fields.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-sparse-fieldsets
 */
export function parseFields(
  api: Api,
  brackets: readonly string[],
  value: string,
  parameter: string,
): { readonly type: string; readonly names: readonly string[] } | { readonly issues: readonly ErrorObject[] } {
  const source = { parameter };
  const [type = ''] = brackets;
  if (brackets.length !== 1) {
    const detail = 'A sparse fieldset names its resource type in one pair of brackets: fields[TYPE].';
    return { issues: [problem('PARAMETER_UNKNOWN', detail, { source })] };
  }
  const definition = api.types.get(type);
  if (definition === undefined) {
    return { issues: [problem('TYPE_UNKNOWN', `"${excerpt(type)}" is no resource type here.`, { source })] };
  }
  const names = [...new Set(splitList(value))];
  const issues = names
    .filter((name) => !definition.attributes.has(name) && !definition.relationships.has(name))
    .map((name) => problem('FIELD_UNKNOWN', `${type} has no field "${excerpt(name)}".`, { source }));
  return issues.length > 0 ? { issues } : { type, names: frozenList(names) };
}
