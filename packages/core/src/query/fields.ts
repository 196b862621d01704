import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import { didYouMean, type Findings, report } from './findings.ts';
import type { QueryFamily } from './query-family.ts';
import { splitList } from './split-list.ts';

function hasField(type: ResourceType, name: string): boolean {
  return type.attributes.has(name) || type.relationships.has(name);
}

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
  findings: Findings,
): { readonly type: string; readonly names: readonly string[] } | undefined {
  const [type = ''] = brackets;
  if (brackets.length !== 1) {
    const detail = 'A sparse fieldset names its resource type in one pair of brackets: fields[TYPE].';
    return report(findings, 'PARAMETER_UNKNOWN', detail, parameter);
  }
  const definition = api.types.get(type);
  if (definition === undefined) {
    const hint = didYouMean(findings, type, api.types.keys());
    return report(findings, 'TYPE_UNKNOWN', `"${excerpt(type)}" is no resource type here.${hint}`, parameter);
  }
  const names = splitList(value);
  for (const name of names) {
    if (hasField(definition, name)) continue;
    if (findings.isFull()) break;
    const known = [...definition.attributes.keys(), ...definition.relationships.keys()];
    const hint = didYouMean(findings, name, known);
    report(findings, 'FIELD_UNKNOWN', `${type} has no field "${excerpt(name)}".${hint}`, parameter);
  }
  return { type, names: frozenList(names) };
}

type Fieldsets = Readonly<Record<string, readonly string[]>>;

/** The `fields` family: names of fields by type. */
export const fieldsFamily: QueryFamily<Fieldsets> = {
  form: 'fields[TYPE]',
  absent: Object.freeze(Object.create(null)),
  start({ api }, findings) {
    const fields: Record<string, readonly string[]> = Object.create(null);
    return {
      read({ brackets, value, parameter }) {
        const fieldset = parseFields(api, brackets, value, parameter, findings);
        if (fieldset !== undefined) fields[fieldset.type] = fieldset.names;
        return true;
      },
      finish: () => Object.freeze(fields),
    };
  },
};
