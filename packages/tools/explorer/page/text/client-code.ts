import { valuesTaken } from '@linkage/core/internal';
import type { Method } from '../state/address.ts';
import { isObject, type Json, member, objectAt, parseJson } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { decode, listOf, type Parameter, parseTarget } from '../state/query.ts';
import { hasBody, type Sending } from '../state/send.ts';
import { indented } from './code.ts';

/**
 * Returns the query of a target as the client expects it, or `undefined` if the client would send another query: for a
 * filter without brackets, a value with escapes, or a parameter of the application.
 */
function clientQuery(target: string): Readonly<Record<string, unknown>> | undefined {
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

/**
 * Returns the call of `@linkage/client` for a request, or `undefined` if the client does not have a call for it.
 *
 * @param collection The type of the collection in the path. The client requests `/articles` for the type "articles".
 */
export function toClient(sending: Sending, collection?: KnownType): string | undefined {
  const { address, body } = sending;
  const target = parseTarget(address.target);
  const prefix = collection === undefined ? '' : prefixOf(collection);
  if (prefix === undefined) return undefined;
  const segments = target.path.slice(prefix.length).split('/').filter(Boolean);
  const [type, id, ...rest] = segments;
  if (type === undefined || rest.length > 0) return undefined;
  const document = hasBody(address) ? parseJson(body) : undefined;
  if (member(document, 'atomic:operations') !== undefined) return undefined;
  const { method } = address;
  const call = calls[method][id === undefined ? 0 : 1];
  const input = method === 'GET' ? clientQuery(address.target) : inputOf(member(document, 'data'), method);
  if (call === undefined || input === undefined) return undefined;
  const options = sending.ifMatch === undefined ? undefined : JSON.stringify({ ifMatch: sending.ifMatch });
  const argument = textOf(input) ?? (options !== undefined && method === 'PATCH' ? '{}' : undefined);
  const names = [type, id].map((it) => it && JSON.stringify(decode(it)));
  const values = [...names, argument, options].filter((it) => it !== undefined).join(', ');
  return [
    "import { createClient } from '@linkage/client';",
    '// The declaration of your server: `export const api = defineApi({ … });`',
    "import type { api } from './api.ts';",
    '',
    `const client = createClient<typeof api>({${optionsOf(sending, prefix)}});`,
    `${method === 'DELETE' ? '' : 'const answer = '}await client.${call}(${values});`,
  ].join('\n');
}

/** Returns the options of the client: the URL, and the headers of the user. */
function optionsOf({ api, headers }: Sending, prefix: string): string {
  const baseUrl = `baseUrl: ${JSON.stringify(api + prefix)}`;
  const fields = headers.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name, value] as const);
  return fields.length === 0
    ? ` ${baseUrl} `
    : `\n  ${baseUrl},\n  headers: () => (${indented(JSON.stringify(Object.fromEntries(fields), null, 2))}),\n`;
}

/** Returns the path before the name of a type: `/v2` for "articles" at `/v2/articles`. */
function prefixOf({ name, path }: KnownType): string | undefined {
  const end = `/${encodeURIComponent(name)}`;
  return path.endsWith(end) ? path.slice(0, -end.length) : undefined;
}

/** The methods of the client for a collection, and for a resource. */
const calls: Readonly<Record<Method, readonly [collection: string | undefined, resource: string | undefined]>> = {
  GET: ['list', 'get'],
  POST: ['create', undefined],
  PATCH: [undefined, 'update'],
  DELETE: [undefined, 'delete'],
};

/** Returns the fields of a resource. In the input of the client, a relationship is its linkage alone. */
function inputOf(data: Json | undefined, method: string): object {
  if (!isObject(data)) return {};
  const { type: _, relationships: __, id, ...input } = data;
  const links = Object.entries(objectAt(data, 'relationships')).map(([name, it]) => [name, member(it, 'data')]);
  return {
    // The id of an update is an argument of its own.
    ...(method === 'POST' && id !== undefined && { id }),
    ...input,
    ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
  };
}

function textOf(value: object): string | undefined {
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value, null, 2);
}
