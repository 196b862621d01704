import { truncate } from '../internal/describe-value.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api } from '../schema/api.ts';
import { fieldNames, isField } from '../schema/shown-attribute.ts';
import { didYouMean, type QueryErrors, report } from './query-errors.ts';
import type { QueryFamily } from './query-family.ts';
import { splitList } from './split-list.ts';

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
  errors: QueryErrors,
): { readonly type: string; readonly names: readonly string[] } | undefined {
  const [type = ''] = brackets;
  if (brackets.length !== 1) {
    return report(errors, 'PARAMETER_UNKNOWN.fields', {}, parameter);
  }
  const definition = api.types.get(type);
  if (definition === undefined) {
    const hint = didYouMean(errors, type, api.types.keys(), '', '"');
    return report(errors, 'TYPE_UNKNOWN.type', { type: truncate(type) }, parameter, hint);
  }
  const names = splitList(value);
  for (const name of names) {
    if (isField(definition, name)) continue;
    if (errors.isFull()) break;
    const hint = didYouMean(errors, name, fieldNames(definition));
    report(errors, 'FIELD_UNKNOWN.field', { type, field: truncate(name) }, parameter, hint);
  }
  return { type, names: frozenList(names) };
}

type Fieldsets = Readonly<Record<string, readonly string[]>>;

/** The `fields` family: names of fields by type. */
export const fieldsFamily: QueryFamily<Fieldsets> = {
  form: 'fields[TYPE]',
  absent: Object.freeze(Object.create(null)),
  start({ api }, errors) {
    const fields: Record<string, readonly string[]> = Object.create(null);
    return {
      read({ brackets, value, parameter }) {
        const fieldset = parseFields(api, brackets, value, parameter, errors);
        if (fieldset !== undefined) fields[fieldset.type] = fieldset.names;
        return true;
      },
      finish: () => Object.freeze(fields),
    };
  },
};
