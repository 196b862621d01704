import { arrayAt, isObject, type Json, type JsonObject, member } from './json.ts';
import type { PageSize } from './knowledge.ts';
import type { OpenApiReader } from './openapi-reader.ts';
import { valuesOf } from './openapi-schema.ts';

/** The names that the query parameters of a collection accept. */
export interface ParameterNames {
  /** Whether the document describes the parameters of JSON:API. If not, the page offers what servers usually accept. */
  readonly isDescribed: boolean;
  /** The relationships of `include`, or `undefined` if the parameter accepts any. */
  readonly include: ReadonlySet<string> | undefined;
  /** The fields of `sort`, or `undefined` if the parameter accepts any. */
  readonly sort: ReadonlySet<string> | undefined;
  /** Where orders by a field place null. */
  readonly nulls: ReadonlyMap<string, string>;
  /** The operators of `filter` by field. */
  readonly filter: ReadonlyMap<string, readonly string[]>;
  readonly pageSize: PageSize | undefined;
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the names and schemas that a described parameter stands for. An object without brackets of its own, such as `filter`, can describe
 * parameters with complete names, such as `filter[words][ge]`.
 */
function namesIn(
  reader: OpenApiReader,
  parameter: JsonObject,
): readonly (readonly [name: unknown, schema: Json | undefined])[] {
  const [name, schema] = [member(parameter, 'name'), member(parameter, 'schema')];
  const { properties } = reader.propertiesOf(schema);
  const whole = [...properties].filter(([key]) => key === name || key.startsWith(`${String(name)}[`));
  return whole.length === 0 ? [[name, schema]] : whole;
}

/** Reads the query parameters of an operation, and those of its path. */
export function parameterNamesOf(
  reader: OpenApiReader,
  operation: JsonObject | undefined,
  item: JsonObject,
): ParameterNames {
  const all = [...arrayAt(item, 'parameters'), ...arrayAt(operation, 'parameters')].flatMap((it) => {
    const parameter = reader.resolve(it);
    return parameter !== undefined && parameter['in'] === 'query' ? [parameter] : [];
  });
  const parameters = all.flatMap((it) => namesIn(reader, it));
  const sortParameter = all.find((it) => it['name'] === 'sort');
  const places = sortParameter === undefined ? undefined : member(sortParameter, 'x-linkage-nulls');
  const nulls = new Map(
    Object.entries(isObject(places) ? places : {}).flatMap(([field, place]) =>
      place === 'first' || place === 'last' ? [[field, place] as const] : [],
    ),
  );
  const filter = new Map<string, readonly string[]>();
  let [include, sort]: (ReadonlySet<string> | undefined)[] = [none, none];
  let isDescribed = false;
  let pageSize: PageSize | undefined;
  for (const [name, described] of parameters) {
    if (typeof name !== 'string' || !/^(?:include|sort|filter|fields|page)(?:\[|$)/.test(name)) continue;
    isDescribed = true;
    if (/^page\[(?:size|limit|per_?page)\]$/i.test(name)) pageSize = sizeOf(name, described);
    const values = valuesOf(reader, described);
    const first = new Set(values.map((value) => value.replace(/^-/, '').split('.')[0] ?? ''));
    if (name === 'include') include = first.size === 0 ? undefined : first;
    if (name === 'sort') sort = first.size === 0 ? undefined : first;
    const [, field, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? [];
    if (field !== undefined) filter.set(field, [...(filter.get(field) ?? []), operator]);
    // A parameter `filter` that is an object has a property for each field.
    const schema = name === 'filter' ? reader.propertiesOf(described) : undefined;
    for (const [key, value] of schema?.properties ?? []) {
      const nested = member(reader.resolve(value), 'properties');
      filter.set(key, isObject(nested) ? Object.keys(nested) : ['eq']);
    }
  }
  const total = parameters.some(([name]) => name === 'page[total]') && { name: 'page.total', isOnRequest: true };
  return { isDescribed, include, sort, nulls, filter, pageSize: pageSize && { ...pageSize, ...(total && { total }) } };
}

function sizeOf(parameter: string, schema: Json | undefined): PageSize {
  const [size, maximum] = [member(schema, 'default'), member(schema, 'maximum')];
  return {
    parameter,
    ...(typeof size === 'number' && { default: size }),
    ...(typeof maximum === 'number' && { maximum }),
  };
}
