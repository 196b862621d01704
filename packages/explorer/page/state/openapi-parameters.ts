import { isObject, type JsonObject, member } from './json.ts';
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
  /** The operators of `filter` by field. */
  readonly filter: ReadonlyMap<string, readonly string[]>;
}

const none: ReadonlySet<string> = new Set();

/** Reads the query parameters of an operation, and those of its path. */
export function parameterNamesOf(
  reader: OpenApiReader,
  operation: JsonObject | undefined,
  item: JsonObject,
): ParameterNames {
  const lists = [member(item, 'parameters'), member(operation, 'parameters')];
  const parameters = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((it) => reader.resolve(it) ?? [])
    .filter((it) => member(it, 'in') === 'query');
  const filter = new Map<string, readonly string[]>();
  let [include, sort]: (ReadonlySet<string> | undefined)[] = [none, none];
  let isDescribed = false;
  for (const parameter of parameters) {
    const name = member(parameter, 'name');
    if (typeof name !== 'string' || !/^(?:include|sort|filter|fields|page)(?:\[|$)/.test(name)) continue;
    isDescribed = true;
    const values = valuesOf(reader, member(parameter, 'schema'));
    const first = new Set(values.map((value) => value.replace(/^-/, '').split('.')[0] ?? ''));
    if (name === 'include') include = first.size === 0 ? undefined : first;
    if (name === 'sort') sort = first.size === 0 ? undefined : first;
    const [, field, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? [];
    if (field !== undefined) filter.set(field, [...(filter.get(field) ?? []), operator]);
    // A parameter `filter` that is an object has a property for each field.
    const schema = name === 'filter' ? reader.propertiesOf(member(parameter, 'schema')) : undefined;
    for (const [key, value] of schema?.properties ?? []) {
      const nested = member(reader.resolve(value), 'properties');
      filter.set(key, isObject(nested) ? Object.keys(nested) : ['eq']);
    }
  }
  return { isDescribed, include, sort, filter };
}
