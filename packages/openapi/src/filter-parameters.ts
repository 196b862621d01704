import { fieldPaths } from './field-paths.ts';
import { nameOf, type Setup } from './setup.ts';
import { queryParameter, shareParameter } from './shared-parameters.ts';

const lists: ReadonlySet<string> = new Set(['eq', 'ne', 'iEq', 'between']);

function describeOperator(operator: string): string {
  if (operator === 'exists') return 'Whether the field has a value.';
  if (lists.has(operator))
    return `The operator \`${operator}\`. Values are separated by commas; a backslash escapes a comma.`;
  return `The operator \`${operator}\`.`;
}

/** Returns the `filter` parameters of a collection. Their values are texts: a list has commas and backslashes. */
export function filterParameters(setup: Setup, type: string): readonly object[] {
  const name = nameOf(setup, type);
  if (setup.description.filterLanguage === 'own') {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    const description = 'The filter, in the language of the application.';
    return [shareParameter(setup, 'filter', queryParameter('filter', schema, { description }, true))];
  }
  const { paths, continues } = fieldPaths(setup, type, 'filter');
  const more = continues ? ' Paths can have more steps than the parameters listed here.' : '';
  const group = `Conditions in groups, such as \`or(…)\`.${more}`;
  const parameters = [queryParameter('filter', { type: 'string' }, { description: group })];
  for (const { path, operators } of paths) {
    for (const operator of operators) {
      // The operator `in` is `eq`, which is the parameter without an operator.
      if (operator === 'in') continue;
      const parameter = operator === 'eq' ? `filter[${path}]` : `filter[${path}][${operator}]`;
      const schema = operator === 'exists' ? { type: 'string', enum: ['true', 'false'] } : { type: 'string' };
      parameters.push(queryParameter(parameter, schema, { description: describeOperator(operator) }));
    }
  }
  return parameters.map((parameter) =>
    shareParameter(setup, `${name}.${(parameter as { readonly name: string }).name}`, parameter),
  );
}
