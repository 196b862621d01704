import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { didYouMean, type Findings, isFull, report } from './findings.ts';
import { splitList } from './split-list.ts';

function hasField(type: ResourceType, name: string): boolean {
  return type.attributes.has(name) || type.relationships.has(name);
}

/**
 * Parses one `fields[TYPE]` parameter. An empty value means no fields.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-sparse-fieldsets
 */
export function parseFields(
  api: Api,
  brackets: readonly string[],
  value: string,
  parameter: string,
  findings: Findings,
): { readonly type: string; readonly names: readonly string[] } | undefined {
  const [type = ''] = brackets;
  if (brackets.length !== 1) {
    const detail = 'A sparse fieldset must contain its resource type in one pair of brackets: `fields[TYPE]`.';
    return report(findings, 'PARAMETER_UNKNOWN', detail, parameter);
  }
  const definition = api.types.get(type);
  if (definition === undefined) {
    const hint = didYouMean(findings, type, api.types.keys());
    return report(findings, 'TYPE_UNKNOWN', `"${excerpt(type)}" is not a resource type of this API.${hint}`, parameter);
  }
  const names = splitList(value);
  for (const name of names) {
    if (hasField(definition, name)) continue;
    if (isFull(findings)) break;
    const known = [...definition.attributes.keys(), ...definition.relationships.keys()];
    const hint = didYouMean(findings, name, known);
    report(findings, 'FIELD_UNKNOWN', `Type "${type}" does not have a field "${excerpt(name)}".${hint}`, parameter);
  }
  return { type, names: frozenList(names) };
}
