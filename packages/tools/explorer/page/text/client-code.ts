import type { Method } from '../state/address.ts';
import { isObject, type Json, member, objectAt, parseJson } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { decode, parseTarget } from '../state/query.ts';
import { hasBody, type Sending } from '../state/send.ts';
import { clientQuery } from './client-query.ts';
import { indented } from './code.ts';

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

/** Returns the options of the client: the URL, and the header fields of the user. */
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
