import { isObject, type Json, member } from '../state/json.ts';
import { decode, listOf, parseTarget, type Target } from '../state/query.ts';
import { hasBody, type Sending } from '../state/send.ts';

/** Returns the call of `@linkage/client` for a request, or `undefined` if the client does not have a call for it. */
export function toClient(sending: Sending): string | undefined {
  const { address, body } = sending;
  const target = parseTarget(address.target);
  const segments = target.path.split('/').filter(Boolean);
  const [type, id, ...rest] = segments;
  if (type === undefined || rest.length > 0) return undefined;
  const document = hasBody(address) ? parse(body) : undefined;
  const names = [type, id].filter((it) => it !== undefined).map((it) => JSON.stringify(decode(it)));
  const call = callOf(address.method, id !== undefined);
  if (call === undefined) return undefined;
  const argument = address.method === 'GET' ? queryOf(target) : inputOf(member(document, 'data'));
  const values = [...names, ...(argument === undefined ? [] : [argument])].join(', ');
  return `const client = createClient<typeof api>({ baseUrl: ${JSON.stringify(sending.api)} });\n${address.method === 'DELETE' ? '' : 'const answer = '}await client.${call}(${values});`;
}

function callOf(method: string, hasId: boolean): string | undefined {
  if (method === 'GET') return hasId ? 'get' : 'list';
  if (method === 'POST') return hasId ? undefined : 'create';
  if (!hasId) return undefined;
  return method === 'PATCH' ? 'update' : 'delete';
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inputOf(data: Json | undefined): string | undefined {
  if (!isObject(data)) return undefined;
  const { type: _, id: __, ...input } = data;
  return JSON.stringify(input, null, 2);
}

/** Only the parameters that the client's query has. */
function queryOf(target: Target): string | undefined {
  const query: Record<string, unknown> = {};
  const [include, sort] = [listOf(target, 'include'), listOf(target, 'sort')];
  if (include.length > 0) query['include'] = include;
  if (sort.length > 0) query['sort'] = sort;
  for (const family of ['fields', 'filter', 'page'] as const) {
    const found = target.parameters.flatMap(([name, value]) => {
      const inner = new RegExp(`^${family}\\[([^\\]]+)\\]$`).exec(name)?.[1];
      if (inner === undefined) return [];
      return [
        [
          inner,
          family === 'fields' ? value.split(',') : family === 'page' && /^\d+$/.test(value) ? Number(value) : value,
        ],
      ];
    });
    if (found.length > 0) query[family] = Object.fromEntries(found);
  }
  return Object.keys(query).length === 0 ? undefined : JSON.stringify(query, null, 2);
}
