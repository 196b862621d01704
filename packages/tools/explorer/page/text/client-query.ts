import { listOf, type Parameter, parseTarget, type Target } from '../state/query.ts';

/** Filters of these operators contain lists of values, separated by commas. */
const listOperators: ReadonlySet<string> = new Set(['eq', 'ne', 'iEq', 'between', 'in']);

/**
 * Returns the query of a target as the client expects it, or `undefined` if the client would send another query: for a
 * filter without brackets, a value with escapes, or a parameter of the application.
 */
export function clientQuery(target: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = parseTarget(target);
  const query: Record<string, unknown> = {};
  for (const name of ['include', 'sort'] as const)
    if (listOf(parsed, name).length > 0) query[name] = listOf(parsed, name);
  const families = { fields: fieldsOf(parsed), filter: filtersOf(parsed), page: pageOf(parsed) };
  const known = new Set<Parameter>([...families.fields, ...families.filter, ...families.page].map(([it]) => it));
  if (parsed.parameters.some((it) => !known.has(it) && it[0] !== 'include' && it[0] !== 'sort')) return undefined;
  const [fields, filter, page] = [families.fields, families.filter, families.page].map((it) =>
    it.map(([, value]) => value),
  );
  if (fields !== undefined && fields.length > 0) query['fields'] = Object.assign({}, ...fields);
  if (filter !== undefined && filter.length > 0) query['filter'] = filter;
  if (page !== undefined && page.length > 0) query['page'] = Object.assign({}, ...page);
  return query;
}

/** A parameter with its part of the client's query. */
type Read = readonly [Parameter, object];

function fieldsOf({ parameters }: Target): readonly Read[] {
  return parameters.flatMap((parameter): Read[] => {
    const type = /^fields\[([^\]]+)\]$/.exec(parameter[0])?.[1];
    return type === undefined ? [] : [[parameter, { [type]: parameter[1].split(',').filter(Boolean) }]];
  });
}

function pageOf({ parameters }: Target): readonly Read[] {
  return parameters.flatMap((parameter): Read[] => {
    const name = /^page\[([^\]]+)\]$/.exec(parameter[0])?.[1];
    return name === undefined ? [] : [[parameter, { [name]: parameter[1] }]];
  });
}

function filtersOf({ parameters }: Target): readonly Read[] {
  return parameters.flatMap((parameter): Read[] => {
    const [, field, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(parameter[0]) ?? [];
    const [, value] = parameter;
    const isList = listOperators.has(operator);
    // The text "null" is null, and a backslash escapes: the client would write both in another way.
    if (
      field === undefined ||
      value.includes('\\') ||
      value.split(',').includes('null') ||
      (value.includes(',') && !isList)
    )
      return [];
    const values = isList ? value.split(',') : [value];
    return [[parameter, operator === 'eq' ? { field, values } : { field, operator, values }]];
  });
}
