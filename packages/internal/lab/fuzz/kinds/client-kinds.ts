import {
  type AtomicClient,
  atomicRequests,
  ClientError,
  createClient,
  errorsByField,
  errorsByPath,
} from '@linkage/client';
import { type Api, JsonApiError } from '@linkage/core';
import { openApiDocument } from '@linkage/openapi';
import fc from 'fast-check';
import { formatAddress, parseAddress, targetOf } from '../../../../tools/explorer/page/state/address.ts';
import { readDescription } from '../../../../tools/explorer/page/state/description.ts';
import { learnLinks } from '../../../../tools/explorer/page/state/guessed-types.ts';
import { type Json, resourcesOf } from '../../../../tools/explorer/page/state/json.ts';
import { type Knowledge, learn, typeAt } from '../../../../tools/explorer/page/state/knowledge.ts';
import { outcomesOf } from '../../../../tools/explorer/page/state/operations.ts';
import { resourcePlaces } from '../../../../tools/explorer/page/state/resource-places.ts';
import type { Answer } from '../../../../tools/explorer/page/state/send.ts';
import { type blog, blogNames, openBlog } from '../blog.ts';
import type { InputKind } from '../input-kind.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { changedStrings } from '../mutate-url.ts';
import { responseSeeds } from '../response-seeds.ts';
import { blogParts } from './blog-parts.ts';

interface ServerResponse {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly call: number;
}

const responses: fc.Arbitrary<ServerResponse> = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 202, 204, 303, 304, 400, 404, 409, 422, 500, 503),
  type: fc.constantFrom(
    ...['application/vnd.api+json', 'application/vnd.api+json', 'application/json', 'text/html', ''],
    'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
  ),
  headers: fc.dictionary(
    fc.constantFrom('etag', 'location', 'retry-after', 'content-location', 'link'),
    fc.constantFrom(
      '"x"',
      'W/"',
      '/articles/1',
      'http://[',
      '//evil',
      '-1',
      '1e9',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      '',
    ),
    { maxKeys: 2 },
  ),
  text: mutatedDocuments(responseSeeds, { names: blogNames }),
  call: fc.nat(8),
});

type Any = AtomicClient<Api>;

const calls: readonly ((client: Any) => Promise<unknown>)[] = [
  (client) => client.list('articles' as never),
  (client) => client.get('articles' as never, '1', { include: ['author'] } as never),
  (client) => client.related('articles' as never, '1', 'comments' as never),
  (client) => client.relationship('articles' as never, '1', 'author' as never),
  (client) => client.create('articles' as never, { attributes: { title: 'x' } } as never),
  (client) => client.update('articles' as never, '1', { attributes: { title: 'x' } } as never),
  (client) => client.delete('articles' as never, '1'),
  (client) => client.updateRelationship('articles' as never, '1', 'author' as never, { replace: null } as never),
  (client) => client.atomic((it) => [it.add('articles' as never, { attributes: { title: 'x' } } as never)]),
];

/** Calls the functions of an answer, as an application does. */
async function use(result: unknown): Promise<void> {
  const answer = result as Record<string, unknown> | undefined;
  for (const name of ['next', 'prev', 'first', 'last']) {
    const move = answer?.[name];
    if (typeof move === 'function') await move.call(answer);
  }
  // A 202 does not have data: its getter says so.
  if (answer?.['status'] !== 202) String(typeof answer?.['data']);
}

async function receive({ status, type, headers, text, call }: ServerResponse): Promise<string | undefined> {
  const hasBody = ![204, 303, 304].includes(status);
  const client = createClient<typeof blog>({
    baseUrl: 'https://example.com/api',
    retry: 0,
    atomic: atomicRequests(),
    fetch: async () =>
      new Response(hasBody ? text.toWellFormed() : null, {
        status,
        headers: { ...headers, ...(type !== '' && { 'content-type': type }) },
      }),
  });
  try {
    await use(await calls[call]?.(client as never));
    return undefined;
  } catch (error) {
    if (error instanceof ClientError) return undefined;
    if (JsonApiError.is(error)) {
      errorsByField(error);
      errorsByPath(error);
      return undefined;
    }
    return `threw ${(error as Error).stack?.replaceAll(/file:\S*\/packages\//g, 'packages/').slice(0, 400)}`;
  }
}

const linkTarget = (link: string): string | undefined => targetOf(link, 'https://example.com/api');

/** Reads a description, if the page can. It says so if it cannot. */
function described(document: Json): Knowledge {
  try {
    return readDescription(document).types;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return new Map();
  }
}

function explore(text: string): undefined {
  const document: Json = JSON.parse(text);
  const known = learn(described(document), document, new Set(['people']), linkTarget);
  const more = learnLinks(known, document, linkTarget);
  for (const path of ['/articles/1/author', '/articles', '/__proto__/1']) typeAt(more, path);
  resourcesOf(document);
  resourcePlaces(document);
  outcomesOf({ document } as Answer, 3);
  return undefined;
}

const description = JSON.parse(JSON.stringify(await openBlog().server.describe()));
const openApi = JSON.parse(JSON.stringify(openApiDocument(description, { info: { title: 'x', version: '1' } })));

/** Responses that the client and the page of the explorer read. */
export const clientKinds: readonly InputKind[] = [
  { name: 'client', inputs: responses, open: () => ({ run: receive }) },
  {
    name: 'explorer',
    inputs: fc.oneof(
      { weight: 4, arbitrary: mutatedDocuments(responseSeeds, { names: blogNames, isJson: true }) },
      mutatedDocuments([description, openApi], { names: blogNames, isJson: true }),
    ),
    open: () => ({ run: explore }),
  },
  {
    name: 'explorer-address',
    inputs: changedStrings(
      fc.constantFrom(
        ...blogParts.paths,
        ...blogParts.queries.map((it) => `#GET /articles?${it}`),
        'https://example.com/api/x',
        '//x',
        'http://[',
      ),
    ),
    open: () => ({
      run: (text: string) => {
        targetOf(text, 'https://example.com/api');
        const address = parseAddress(text);
        const again = parseAddress(formatAddress(address));
        return again.target === address.target ? undefined : `${address.target} is read as ${again.target}`;
      },
    }),
  },
];
