import type { KnownField, KnownType } from './knowledge.ts';
import { parameterOf, type Target, withValue } from './query.ts';
import { shapeOf } from './schema.ts';

/** The operators that find a part of a string, the best first. */
export const searching = ['iContains', 'contains', 'search', 'iStartsWith', 'startsWith'];

/** A search in the text fields of a type. */
export interface TextSearch {
  /** The names of the fields. */
  readonly fields: readonly string[];
  /** The text that a target searches for. `undefined` if its filter is another expression. */
  readonly textOf: (target: Target) => string | undefined;
  readonly withText: (target: Target, text: string) => Target;
}

function operatorOf({ operators }: KnownField): string | undefined {
  return searching.find((it) => operators.includes(it));
}

/**
 * Returns the search that an API offers for a type: in all text fields, if `filter` can have groups, otherwise in one. `undefined` if no
 * field can be searched.
 *
 * @param label The field that names a resource.
 */
export function textSearchOf(
  type: KnownType,
  hasGroups: boolean,
  label: KnownField | undefined,
): TextSearch | undefined {
  const found = [...type.fields.values()].filter(
    (it) => it.kind === 'attribute' && operatorOf(it) !== undefined && shapeOf(it.schema).kind === 'text',
  );
  const fields = hasGroups ? found : [found.find((it) => it === label) ?? found[0]].filter((it) => it !== undefined);
  const [first] = fields;
  if (first === undefined) return undefined;
  if (fields.length === 1) {
    const name = `filter[${first.name}][${operatorOf(first)}]`;
    return {
      fields: [first.name],
      textOf: (target) => parameterOf(target, name) ?? '',
      withText: (target, text) => withValue(target, name, text),
    };
  }
  const expressionOf = (text: string): string => {
    const value = `'${text.replaceAll("'", "''")}'`;
    return `or(${fields.map((field) => `${operatorOf(field)}(${field.name},${value})`).join()})`;
  };
  return {
    fields: fields.map(({ name }) => name),
    textOf: (target) => {
      const expression = parameterOf(target, 'filter') ?? '';
      // The text of the first condition, if all have it.
      const [, text = ''] = /^or\(\w+\([^,]+,'((?:[^']|'')*)'\)/.exec(expression) ?? [];
      const plain = text.replaceAll("''", "'");
      return expression === '' || expression === expressionOf(plain) ? plain : undefined;
    },
    withText: (target, text) => withValue(target, 'filter', text === '' ? '' : expressionOf(text)),
  };
}
