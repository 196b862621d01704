import { valuesTaken } from '@linkage/core/internal';
import { listOf, type Parameter, parseTarget } from '../state/query.ts';

/**
 * Returns the query of a target as the client expects it, or `undefined` if the client would send another query: for a
 * filter without brackets, a value with escapes, or a parameter of the application.
 */
export function clientQuery(target: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = parseTarget(target);
  const fields = new Map<string, readonly string[]>();
  const page = new Map<string, string>();
  const filter: object[] = [];
  for (const parameter of parsed.parameters) {
    const [name, value] = parameter;
    const [, family, key = ''] = /^(fields|page)\[([^\]]+)\]$/.exec(name) ?? [];
    const read = filterOf(parameter);
    if (family === 'fields') fields.set(key, value.split(',').filter(Boolean));
    else if (family === 'page') page.set(key, value);
    else if (read !== undefined) filter.push(read);
    else if (name !== 'include' && name !== 'sort') return undefined;
  }
  const lists = { include: listOf(parsed, 'include'), sort: listOf(parsed, 'sort') };
  const query = { ...lists, fields: Object.fromEntries(fields), filter, page: Object.fromEntries(page) };
  return Object.fromEntries(Object.entries(query).filter(([, part]) => Object.keys(part).length > 0));
}

function filterOf([name, value]: Parameter): object | undefined {
  const [, field, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? [];
  const values = valuesTaken(operator) === 'one' ? [value] : value.split(',');
  // The text "null" is null, and a backslash escapes: the client would write both in another way.
  const isOther =
    value.includes('\\') || value.split(',').includes('null') || (value.includes(',') && values.length === 1);
  if (field === undefined || isOther) return undefined;
  return operator === 'eq' ? { field, values } : { field, operator, values };
}
