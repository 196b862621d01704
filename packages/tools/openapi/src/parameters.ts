import { filterOperators, valuesTaken } from '@linkage/core/internal';
import type { CollectionDescription, EndpointDescription } from '@linkage/server';
import { endpointParameters } from './declared-parameters.ts';
import { type FieldPaths, fieldPaths, idOperators } from './field-paths.ts';
import { hasIncludes, includePaths } from './include-paths.ts';
import type { SchemaObject } from './json-schema.ts';
import { pageParameters, parametersOfPage } from './page-parameters.ts';
import {
  attributesOf,
  isAttribute,
  nameOf,
  nameOfTypes,
  type Reference,
  relationshipsOf,
  type Setup,
  shareSchema,
  typeOf,
} from './setup.ts';
import { bracketsOf, queryParameter, queryParameters, shareParameter } from './shared-parameters.ts';

const text: SchemaObject = { type: 'string' };

/** Returns the parameters of a filter by name. Their values are strings: a list has commas and backslashes. */
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

/** Returns the `filter` parameters of a collection of one type. */
export function filterParameters(setup: Setup, type: string): readonly Reference[] {
  return setup.components.once(`filter ${type}`, () =>
    filterOf(setup, nameOf(setup, type), () => fieldPaths(setup, type, 'filter')),
  );
}

/** Returns the `filter` parameters of a collection. */
function filterOf(setup: Setup, owner: string, pathsOf: () => FieldPaths): readonly Reference[] {
  if (setup.description.filterLanguage === 'own') {
    const description = 'The filter, in the language of the application.';
    return [shareParameter(setup, 'filter', queryParameters('filter', bracketsOf('filter', text), description))];
  }
  const { paths, continues } = pathsOf();
  const names = paths.flatMap(({ path, operators }) => filterNames(path, operators));
  const more = continues ? ' Paths can have more steps than the parameters beside it.' : '';
  const group = shareSchema(setup, 'FilterGroup', {
    type: 'string',
    description: `Conditions in groups, such as \`or(…)\`.${more} ${values}`,
  });
  const properties = { filter: group, ...Object.fromEntries(names) };
  return [shareParameter(setup, `${owner}.filter`, queryParameters('filter', { properties }))];
}

function list(names: readonly string[], others: readonly SchemaObject[]): SchemaObject {
  const [other] = others;
  const known: SchemaObject = { type: 'string', enum: names };
  return { type: 'array', items: other === undefined ? known : { anyOf: [known, other] } };
}

/** Returns the schema of a path with more steps than those that are listed. */
function longerPath(setup: Setup): SchemaObject {
  return shareSchema(setup, 'LongerPath', {
    type: 'string',
    description: 'A path with more steps than those that are listed.',
    pattern: `^[^.]+(\\.[^.]+){${setup.pathDepth},}$`,
  });
}

function fieldNames(setup: Setup, type: string): readonly string[] {
  const declared = typeOf(setup, type);
  const shown = attributesOf(declared).filter(([, { read }]) => read);
  return [...shown, ...relationshipsOf(declared)].map(([name]) => name);
}

function fieldsParameter(setup: Setup, type: string): Reference {
  return setup.components.once(`fields ${type}`, () => {
    const names = fieldNames(setup, type);
    const schema = names.length === 0 ? { type: 'array', maxItems: 0 } : list(names, []);
    return shareParameter(
      setup,
      `${nameOf(setup, type)}.fields`,
      queryParameter(`fields[${type}]`, schema, 'The fields in the response.'),
    );
  });
}

/** Returns the parameter for the fields of all types. */
function otherFieldsParameter(setup: Setup): Reference {
  return setup.components.once('fields', () => {
    const { types } = setup.description;
    const properties = Object.fromEntries(Object.keys(types).map((type) => [`fields[${type}]`, { type: 'string' }]));
    const description = 'The fields of included resources by type, separated by commas.';
    return shareParameter(setup, 'fields', queryParameters('fields', { properties }, description));
  });
}

/** Returns the parameters for the fields of the primary types, and for those of included types. */
function fieldsParameters(setup: Setup, types: readonly string[], isLinkage: boolean): readonly Reference[] {
  // Identifiers have no fields: those of included resources alone have them.
  if (isLinkage) return [otherFieldsParameter(setup)];
  const own = types.map((type) => fieldsParameter(setup, type));
  return hasIncludes(setup, types) ? [...own, otherFieldsParameter(setup)] : own;
}

const includes = 'The relationship paths of the included resources.';
const sorts = 'The order of the resources. A hyphen means descending.';

/** Returns the parameter `include`. */
function includeParameters(setup: Setup, types: readonly string[], name: string): readonly Reference[] {
  const { paths, continues } = includePaths(setup, types);
  if (paths.length === 0) return [];
  const schema = list(paths, continues ? [longerPath(setup)] : []);
  return [shareParameter(setup, `${name}.include`, queryParameter('include', schema, includes))];
}

/** Returns the parameter `include` of a relationship URL. All of its paths begin with the relationship, so it is the same at all of them. */
function linkageIncludeParameter(setup: Setup): Reference {
  const schema = { type: 'array', items: { type: 'string' } };
  const description = `${includes} They begin with the relationship of the URL.`;
  return shareParameter(setup, 'relationship.include', queryParameter('include', schema, description));
}

function sortParameters(setup: Setup, type: string): readonly Reference[] {
  return setup.components.once(`sort ${type}`, () => {
    const { paths, continues } = fieldPaths(setup, type, 'sort');
    const names = paths.flatMap(({ path }) => [path, `-${path}`]);
    const schema = list(names, continues ? [longerPath(setup)] : []);
    const nulls = Object.entries(typeOf(setup, type).fields).flatMap(([name, field]) =>
      isAttribute(field) && field.sort && field.nulls ? [[name, field.nulls]] : [],
    );
    const places = nulls.map(([name, place]) => ` By \`${name}\`, null comes ${place}.`).join('');
    const parameter = {
      ...queryParameter('sort', schema, sorts + places),
      ...(nulls.length > 0 && { 'x-linkage-nulls': Object.fromEntries(nulls) }),
    };
    return [shareParameter(setup, `${nameOf(setup, type)}.sort`, parameter)];
  });
}

/** Returns the query parameters of an endpoint. */
export function queryParametersOf(setup: Setup, owner: string, endpoint: EndpointDescription): readonly Reference[] {
  const { types, relationship = '', query, families } = endpoint;
  const isLinkage = query === 'linkage' || query === 'linkage on request';
  if (families.length === 0) return [];
  const [type = owner] = types;
  const isIncludable = families.includes('include') && (!isLinkage || isIncluded(setup, owner, relationship));
  const included = isLinkage
    ? [linkageIncludeParameter(setup)]
    : includeParameters(setup, types, nameOfTypes(setup, types, owner, relationship));
  return [
    ...(isIncludable ? included : []),
    ...(families.includes('fields') ? fieldsParameters(setup, types, isLinkage) : []),
    ...(families.includes('sort') ? sortParameters(setup, type) : []),
    ...(families.includes('page') ? pageParameters(setup, owner, endpoint) : []),
    ...(families.includes('filter') ? filterParameters(setup, type) : []),
    ...endpointParameters(setup, endpoint),
  ];
}

/** Returns the query parameters of a collection of several types. */
export function collectionParametersOf(
  setup: Setup,
  owner: string,
  endpoint: EndpointDescription,
  { sort, filter, page }: CollectionDescription,
): readonly Reference[] {
  const names = sort.map((field) => field.replace(/^-/, '')).flatMap((field) => [field, `-${field}`]);
  const description = `${sorts} Default: \`${sort[0]}\`.`;
  const paths = Object.entries({ id: idOperators, ...filter }).map(([path, operators]) => ({ path, operators }));
  return [
    ...includeParameters(setup, endpoint.types, owner),
    ...fieldsParameters(setup, endpoint.types, false),
    shareParameter(setup, `${owner}.sort`, queryParameter('sort', { type: 'string', enum: names }, description)),
    ...parametersOfPage(setup, page),
    ...filterOf(setup, owner, () => ({ paths, continues: false })),
    ...endpointParameters(setup, endpoint),
  ];
}

function isIncluded(setup: Setup, owner: string, relationship: string): boolean {
  const field = typeOf(setup, owner).fields[relationship];
  return field !== undefined && !isAttribute(field) && field.include;
}
