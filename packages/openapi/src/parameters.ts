import type { JsonSchema } from '@linkage/core';
import type { EndpointDescription, ParameterFamily } from '@linkage/server';
import { fieldPaths } from './field-paths.ts';
import { filterParameters } from './filter-parameters.ts';
import { includePaths, reachableTypes } from './include-paths.ts';
import { type SchemaObject, toComponent } from './json-schema.ts';
import { pageParameters } from './page-parameters.ts';
import { attributesOf, nameOf, relationshipsOf, type Setup, typeOf } from './setup.ts';
import { queryParameter, shareParameter } from './shared-parameters.ts';

function list(names: readonly string[], others: readonly SchemaObject[]): SchemaObject {
  const [other] = others;
  const known: SchemaObject = { type: 'string', enum: names };
  return { type: 'array', items: other === undefined ? known : { anyOf: [known, other] } };
}

/** A path with more steps than those that are listed. */
function longer(pathDepth: number): SchemaObject {
  return { type: 'string', pattern: `^[^.]+(\\.[^.]+){${pathDepth},}$` };
}

function fieldsParameters(setup: Setup, types: readonly string[]): readonly object[] {
  return reachableTypes(setup, types).map((type) => {
    const declared = typeOf(setup, type);
    const shown = attributesOf(declared).filter(([, { read }]) => read);
    const names = [...shown, ...relationshipsOf(declared)].map(([name]) => name);
    const schema = names.length === 0 ? { type: 'array', maxItems: 0 } : list(names, []);
    const description = `The fields of "${type}" in the response, separated by commas.`;
    return shareParameter(
      setup,
      `${nameOf(setup, type)}.fields`,
      queryParameter(`fields[${type}]`, schema, { description }),
    );
  });
}

function includeParameters(setup: Setup, key: string, types: readonly string[], prefix: string): readonly object[] {
  // The paths of a relationship URL begin with the relationship.
  const { paths, continues } = includePaths(setup, types);
  const names = prefix === '' ? paths : [prefix, ...paths.map((path) => `${prefix}.${path}`)];
  if (names.length === 0) return [];
  const schema = list(names, continues ? [longer(setup.pathDepth + (prefix === '' ? 0 : 1))] : []);
  const description = `The relationship paths whose resources the response includes, separated by commas.${continues ? ' Paths can have more steps than listed.' : ''}`;
  return [shareParameter(setup, `${key}.include`, queryParameter('include', schema, { description }))];
}

function sortParameters(setup: Setup, type: string): readonly object[] {
  const { paths, continues } = fieldPaths(setup, type, 'sort');
  const names = paths.flatMap(({ path }) => [path, `-${path}`]);
  const schema = list(names, continues ? [longer(setup.pathDepth)] : []);
  const description = `The fields by which the resources are sorted, separated by commas. A hyphen means descending order.${continues ? ' Paths can have more steps than listed.' : ''}`;
  return [shareParameter(setup, `${nameOf(setup, type)}.sort`, queryParameter('sort', schema, { description }))];
}

/** Returns parameters of the application, or of an extension or a profile. */
function declaredParameters(
  setup: Setup,
  key: string,
  declared: { readonly [name: string]: JsonSchema },
  note?: string,
  rejected: readonly string[] = [],
): readonly object[] {
  const accepted = Object.entries(declared).filter(([name]) => !rejected.includes(name));
  return accepted.map(([name, schema]) => {
    const family = name.endsWith('[*]');
    const value = toComponent(schema);
    const parameter = family
      ? queryParameter(name.slice(0, -3), { type: 'object', additionalProperties: value }, { description: note }, true)
      : queryParameter(name, value, { description: note });
    return shareParameter(setup, `${key}.${name}`, parameter);
  });
}

function ownParameters(setup: Setup, endpoint: EndpointDescription): readonly object[] {
  const { types, extensions: applied = [], rejectedParameters = [] } = endpoint;
  const { parameters, extensions, profiles } = setup.description;
  const [first = '', ...others] = types;
  // A parameter of one type is valid for several types only if each declares it alike.
  const ofType =
    others.length === 0
      ? declaredParameters(setup, nameOf(setup, first), typeOf(setup, first).parameters, undefined, rejectedParameters)
      : [];
  return [
    ...declaredParameters(setup, 'query', parameters, undefined, rejectedParameters),
    ...ofType,
    ...extensions.flatMap(({ uri, parameters: all }) => {
      const names = applied.includes(uri) ? all : [];
      return declaredParameters(
        setup,
        'query',
        Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        `Requires the extension ${uri}.`,
      );
    }),
    ...profiles.flatMap((profile) =>
      declaredParameters(
        setup,
        'query',
        profile.parameters,
        profile.applied === 'always' ? undefined : `Requires the profile ${profile.uri}.`,
      ),
    ),
  ];
}

const listed: ReadonlySet<ParameterFamily> = new Set(['sort', 'filter', 'page']);

/** Returns the query parameters of an endpoint. */
export function queryParametersOf(setup: Setup, owner: string, endpoint: EndpointDescription): readonly object[] {
  const { types, relationship, query } = endpoint;
  const isLinkage = query === 'linkage' || query === 'linkage on request';
  // A write can return a part of the linkage, but that is what a GET is for.
  const families = endpoint.families.filter((family) => query !== 'linkage on request' || !listed.has(family));
  if (families.length === 0) return [];
  const key = relationship === undefined ? nameOf(setup, owner) : `${nameOf(setup, owner)}.${relationship}`;
  const isIncludable = !isLinkage || isIncluded(setup, owner, relationship ?? '');
  return [
    ...(families.includes('include') && isIncludable
      ? includeParameters(setup, isLinkage ? `${key}.linkage` : key, types, isLinkage ? (relationship ?? '') : '')
      : []),
    ...fieldsParameters(setup, types),
    ...(families.includes('sort') ? sortParameters(setup, types[0] as string) : []),
    ...(families.includes('page') ? pageParameters(setup, owner, endpoint) : []),
    ...(families.includes('filter') ? filterParameters(setup, types[0] as string) : []),
    ...ownParameters(setup, endpoint),
  ];
}

function isIncluded(setup: Setup, owner: string, relationship: string): boolean {
  const found = relationshipsOf(typeOf(setup, owner)).find(([name]) => name === relationship);
  return found?.[1].include === true;
}
