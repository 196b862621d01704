import { filterOperators, valuesTaken } from '@linkage/core/internal';
import type { Reference } from './components.ts';
import { fieldPaths } from './field-paths.ts';
import type { SchemaObject } from './json-schema.ts';
import { nameOf, type Setup, shareSchema } from './setup.ts';
import { bracketsOf, queryParameters, shareParameter } from './shared-parameters.ts';

const text: SchemaObject = { type: 'string' };

/** Returns the parameters of a filter by name. Their values are texts: a list has commas and backslashes. */
function filterNames(path: string, operators: readonly string[]): readonly (readonly [string, SchemaObject])[] {
  // The operator `in` is `eq`, which is the parameter without an operator.
  return operators.flatMap((operator) => {
    if (operator === 'in') return [];
    const schema = operator === 'exists' ? { enum: ['true', 'false'] } : text;
    return [[operator === 'eq' ? `filter[${path}]` : `filter[${path}][${operator}]`, schema] as const];
  });
}

const lists = filterOperators.filter((operator) => valuesTaken(operator) !== 'one');
const values = `Values of \`${lists.join('`, `')}\` are separated by commas; a backslash escapes a comma.`;

/** Returns the `filter` parameters of a collection. */
export function filterParameters(setup: Setup, type: string): readonly Reference[] {
  if (setup.description.filterLanguage === 'own') {
    const description = 'The filter, in the language of the application.';
    return [shareParameter(setup, 'filter', queryParameters('filter', bracketsOf('filter', text), description))];
  }
  return setup.components.once(`filter ${type}`, () => {
    const { paths, continues } = fieldPaths(setup, type, 'filter');
    const names = paths.flatMap(({ path, operators }) => filterNames(path, operators));
    const more = continues ? ' Paths can have more steps than the parameters beside it.' : '';
    const group = shareSchema(setup, 'FilterGroup', {
      type: 'string',
      description: `Conditions in groups, such as \`or(…)\`.${more} ${values}`,
    });
    const properties = { filter: group, ...Object.fromEntries(names) };
    return [shareParameter(setup, `${nameOf(setup, type)}.filter`, queryParameters('filter', { properties }))];
  });
}
