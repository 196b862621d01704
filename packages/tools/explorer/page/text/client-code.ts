import { isObject, type Json, member, parseJson } from '../state/json.ts';
import type { KnownType } from '../state/knowledge.ts';
import { decode, parseTarget } from '../state/query.ts';
import { hasBody, type Sending } from '../state/send.ts';
import { clientQuery } from './client-query.ts';

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
  const names = [type, id].filter((it) => it !== undefined).map((it) => JSON.stringify(decode(it)));
  const call = callOf(address.method, id !== undefined);
  if (call === undefined) return undefined;
  const query = address.method === 'GET' ? clientQuery(address.target) : {};
  if (query === undefined) return undefined;
  const argument = address.method === 'GET' ? textOf(query) : textOf(inputOf(member(document, 'data'), address.method));
  const options = sending.ifMatch === undefined ? undefined : JSON.stringify({ ifMatch: sending.ifMatch });
  const isEmpty = argument === undefined && options !== undefined && address.method === 'PATCH';
  const values = [...names, ...(isEmpty ? ['{}'] : []), ...[argument, options].filter((it) => it !== undefined)].join(
    ', ',
  );
  return [
    "import { createClient } from '@linkage/client';",
    '// The declaration of your server: `export const api = defineApi({ … });`',
    "import type { api } from './api.ts';",
    '',
    `const client = createClient<typeof api>({${optionsOf(sending, prefix)}});`,
    `${address.method === 'DELETE' ? '' : 'const answer = '}await client.${call}(${values});`,
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

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** Returns the path before the name of a type: `/v2` for "articles" at `/v2/articles`. */
function prefixOf({ name, path }: KnownType): string | undefined {
  const end = `/${encodeURIComponent(name)}`;
  return path.endsWith(end) ? path.slice(0, -end.length) : undefined;
}

function callOf(method: string, hasId: boolean): string | undefined {
  if (method === 'GET') return hasId ? 'get' : 'list';
  if (method === 'POST') return hasId ? undefined : 'create';
  if (!hasId) return undefined;
  return method === 'PATCH' ? 'update' : 'delete';
}

/** Returns the fields of a resource. In the input of the client, a relationship is its linkage alone. */
function inputOf(data: Json | undefined, method: string): object {
  if (!isObject(data)) return {};
  const { type: _, id, relationships, ...input } = data;
  const links = Object.entries(isObject(relationships) ? relationships : {});
  return {
    // The id of an update is an argument of its own.
    ...(method === 'POST' && id !== undefined && { id }),
    ...input,
    ...(links.length > 0 && {
      relationships: Object.fromEntries(links.map(([name, it]) => [name, member(it, 'data')])),
    }),
  };
}

function textOf(value: object): string | undefined {
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value, null, 2);
}
