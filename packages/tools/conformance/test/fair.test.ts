/** Servers that are right in other ways than ours fail no case of the level MUST. */
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { isLong, someOf } from '../../../core/test/runs.ts';
import { draftSamples } from '../src/draft/draft-samples.ts';
import { type RunOptions, runConformance, type Samples } from '../src/index.ts';
import { blog, blogSamples, blogServer, records, targetOf } from './blog-target.ts';
import {
  type Any,
  changed,
  type Forward,
  isCollection,
  isPatch,
  isRelationship,
  isResource,
  pathOf,
  remade,
  reply,
} from './sabotage/sabotage.ts';

type Handle = (request: Request, forward: Forward) => Promise<Response>;

const samples: Samples = {
  ...blogSamples,
  types: {
    ...blogSamples.types,
    people: { ...blogSamples.types['people'], create: { attributes: { name: 'Ada {unique}' } } },
  },
};

async function runWith(handle: Handle, given: Samples = samples, options: RunOptions = {}) {
  const target = targetOf(blogServer());
  const forward: Forward = async (request) => target.handle(request);
  return runConformance({ ...target, handle: (request) => handle(request, forward) }, given, options);
}

/** A part of the requests: each case tries fewer types and relationships. */
const few: RunOptions = { most: isLong ? 2000 : 800 };

async function mustFailures(handle: Handle, given?: Samples): Promise<readonly string[]> {
  const { results, leftovers } = await runWith(handle, given, few);
  expect(leftovers).toEqual([]);
  const failed = results.filter(({ verdict, level }) => verdict === 'failed' && level === 'must');
  return failed.map(({ id, expected, came }) => `${id}: ${expected}, but ${came}`);
}

/** Changes the text of each response. */
const strings =
  (change: (text: string, request: Request) => string): Handle =>
  async (request, forward) => {
    const response = await forward(request.clone() as Request);
    const location = response.headers.get('location');
    return remade(response, change(await response.text(), request), (headers) => {
      if (location !== null) headers.set('location', change(`"${location}"`, request).slice(1, -1));
    });
  };

const documents = (change: (document: Any, request: Request) => void): Handle =>
  strings((text, request) => {
    if (!text.startsWith('{')) return text;
    const document = JSON.parse(text);
    change(document, request);
    return JSON.stringify(document);
  });

function withoutLinks(value: Any): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) value.links = undefined;
  for (const each of Object.values(value)) withoutLinks(each);
}

const slashed = (text: string): string => text.replaceAll(/"(\/api\/[^"?]*[^"?/])(\?[^"]*)?"/g, '"$1/$2"');
const isToOne = (request: Request): boolean => /\/relationships\/(author|friend)$/.test(pathOf(request));
const isChange = ({ method }: Request): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** The documents of a server before a change, by URL. */
const old = new Map<string, string>();
/** Members that a server linked although they do not exist, by the URL of the relationship. */
const missing = new Map<string, readonly Any[]>();
function showMissing(document: Any, request: Request): void {
  const members = missing.get(pathOf(request));
  if (members !== undefined && request.method === 'GET') document.data.push(...members);
}

/** The URLs of resources that a server has deleted. */
const deleted = new Set<string>();

let turn = 0;
const fair: (readonly [name: string, handle: Handle, samples?: Samples])[] = [
  [
    'URLs have a slash at the end, and others are redirected',
    async (request, forward) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith('/')) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`, 301);
      url.pathname = url.pathname.slice(0, -1);
      const inner: Forward = async (it) => forward(it);
      return strings(slashed)(await changed(request, { url: url.href }), inner);
    },
  ],
  ['links have another scheme', strings((text) => text.replaceAll('"/api/', '"https://localhost/api/'))],
  [
    'there are no links, and no URLs of relationships',
    async (request, forward) => {
      if (/\/api\/[^/]+\/[^/]+\/./.test(pathOf(request))) return reply(404, { errors: [{ status: '404' }] });
      const response = await documents(withoutLinks)(request, forward);
      return remade(response, await response.text(), (headers) => headers.delete('location'));
    },
  ],
  [
    'updates are rejected',
    async (request, forward) =>
      isPatch(request) && isResource(request) ? reply(403, { errors: [{ status: '403' }] }) : forward(request),
  ],
  [
    'relationships are read-only, and their URLs have no other methods',
    async (request, forward) =>
      isChange(request) && /\/relationships\//.test(pathOf(request))
        ? reply(403, { errors: [{ status: '403' }] })
        : forward(request),
  ],
  [
    'to-one relationships have no other methods than GET and PATCH: 404',
    async (request, forward) =>
      isToOne(request) && ['POST', 'DELETE'].includes(request.method)
        ? new Response(null, { status: 404 })
        : forward(request),
  ],
  [
    'POST sets a to-one relationship, and DELETE empties it',
    async (request, forward) => {
      if (!isToOne(request) || !['POST', 'DELETE'].includes(request.method)) return forward(request);
      const { data } = await request.clone().json();
      const body = JSON.stringify({ data: request.method === 'POST' ? data[0] : null });
      return forward(await changed(request, { method: 'PATCH', body }));
    },
  ],
  [
    'changes of what exists are visible later: 202',
    async (request, forward) => {
      const path = pathOf(request);
      if (request.method === 'GET' && old.has(path)) return reply(200, JSON.parse(old.get(path) ?? ''));
      if (request.method === 'DELETE' && isResource(request)) old.delete(path);
      if (!isPatch(request) && !(isChange(request) && isRelationship(request))) return forward(request);
      const before = await (await forward(new Request(request.url))).text();
      const response = await forward(request);
      if (response.status >= 300) return response;
      old.set(path, before);
      return new Response(null, { status: 202 });
    },
  ],
  [
    'members that do not exist are linked as well',
    async (request, forward) => {
      const response = await forward(request.clone() as Request);
      const isWhole = request.method === 'POST' && isRelationship(request) && response.status === 404;
      if (isWhole) missing.set(pathOf(request), (await request.clone().json()).data);
      return isWhole ? new Response(null, { status: 204 }) : documents(showMissing)(request, async () => response);
    },
  ],
  [
    'the order without sort changes with each request',
    documents((document, request) => {
      const isOrdered = new URL(request.url).searchParams.has('sort');
      if (request.method === 'GET' && isCollection(request) && !isOrdered && Array.isArray(document.data)) {
        if (turn++ % 2 === 1) document.data.reverse();
      }
    }),
  ],
  [
    'links objects have links of other names (AMB-02)',
    documents((document) => {
      for (const resource of [document.data].flat()) if (resource?.links) resource.links.edit = resource.links.self;
      if (document.links) document.links.articles = '/api/articles';
    }),
  ],
  [
    'OPTIONS returns a description that is not a JSON:API document',
    async (request, forward) => {
      if (request.method !== 'OPTIONS') return forward(request);
      const { headers } = await forward(request);
      const allow = headers.get('allow') ?? '';
      return Response.json({ name: 'Articles', renders: ['application/vnd.api+json'] }, { headers: { allow } });
    },
  ],
  [
    'strings are stored in a form of the server',
    async (request, forward) => {
      const body = await request.clone().text();
      const isWrite = isChange(request) && /"title":"/.test(body);
      const upper = body.replace(/"title":"([^"]*)"/, (_, title: string) => `"title":"${title.toUpperCase()}"`);
      return forward(isWrite ? await changed(request, { body: upper }) : request);
    },
  ],
  [
    'attributes change with each request',
    documents((document, request) => {
      if (/[?&]fields(\[|%5B)/i.test(request.url)) return;
      for (const resource of [document.data].flat()) if (resource?.attributes) resource.attributes.seen = turn++;
    }),
  ],
];

/** Returns pages of two resources, in an order that changes with each request without `sort`. */
const rotated: Handle = async (request, forward) => {
  const response = await forward(request);
  const { searchParams } = new URL(request.url);
  const isOther = searchParams.has('sort') || searchParams.has('include');
  const isPlain = request.method === 'GET' && isCollection(request) && !isOther;
  const document = isPlain && response.status === 200 ? await response.json() : undefined;
  if (!Array.isArray(document?.data) || document.data.length < 3) {
    return document === undefined ? response : remade(response, JSON.stringify(document));
  }
  const data = [...document.data, ...document.data].slice(turn++ % 3).slice(0, 2);
  const next = `${pathOf(request)}?page%5Bnumber%5D=2`;
  return remade(response, JSON.stringify({ ...document, data, links: { ...document.links, next } }));
};

fair.push(
  ['pages without `sort` have different resources each time', rotated],
  [
    'pagination links do not contain the size of the page',
    documents((document) => {
      for (const name of ['first', 'prev', 'last']) {
        const link = document.links?.[name];
        if (typeof link === 'string') document.links[name] = link.replace(/[?&]page%5Bsize%5D=\d+/, '?');
      }
    }),
  ],
  [
    'lists contain a resource twice',
    documents((document, request) => {
      if (request.method === 'GET' && isCollection(request) && Array.isArray(document.data) && !document.included)
        document.data = document.data.flatMap((each: Any) => [each, each]);
    }),
  ],
  [
    'DELETE returns the resource, and GET of it returns 410 then',
    async (request, forward) => {
      const path = pathOf(request);
      if (request.method === 'GET' && isResource(request) && deleted.has(path))
        return reply(410, { errors: [{ status: '410' }] });
      if (request.method !== 'DELETE' || !isResource(request)) return forward(request);
      const before = await (await forward(new Request(request.url))).text();
      const response = await forward(request);
      if (response.status !== 204) return response;
      deleted.add(path);
      return reply(200, JSON.parse(before));
    },
  ],
  [
    'a proxy responds to some requests, because the server does not',
    async (request, forward) =>
      new URL(request.url).search.includes('sort')
        ? new Response('<html>', { status: turn++ % 2 === 0 ? 502 : 504, headers: { 'content-type': 'text/html' } })
        : forward(request),
  ],
);

describe('no failure of the level MUST', () => {
  const tried = someOf(fair, 9).map(([name, handle, given]) => ({ name, handle, given }));
  test.each(tried)('$name', async ({ handle, given }) => {
    expect(await mustFailures(handle, given)).toEqual([]);
  });

  test('the server requires If-Match', async () => {
    const requireIfMatch = ['articles', 'people', 'comments', 'tags'] as const;
    const server = createServer(blog, createMemorySources(blog, records), { baseUrl: '/api', requireIfMatch });
    const { results, leftovers } = await runConformance(
      targetOf(server),
      samples,
      isLong ? {} : { only: ['CRE', 'UPD', 'DEL'] },
    );
    expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([]);
    expect(leftovers).toEqual([]);
    expect(
      results.filter(({ id, verdict }) => /^(update|delete)/.test(id) && verdict === 'passed').length,
    ).toBeGreaterThan(30);
  });
});

test('responses that take too long, or are too large for the tests, are not failures', async () => {
  const large = Buffer.alloc(65 * 1024 * 1024, ' ');
  const slow: Handle = async (request, forward) => {
    const { search } = new URL(request.url);
    if (search.includes('sort')) return new Promise<Response>(() => undefined);
    if (search.includes('fields')) return new Response(large);
    return forward(request);
  };
  const { results } = await runWith(slow, samples, { only: ['SRT-06', 'FLD-02'], timeout: 100 });
  expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([]);
  expect(results.map(({ reason = '' }) => reason).join()).toMatch(/more than 64 MiB.*no response in 100 ms/s);
});

test('a 201 that does not say where the resource is breaks other requirements than that it exists', async () => {
  const silent: Handle = async (request, forward) => {
    const response = await forward(request);
    return response.status === 201 ? reply(201, { meta: {} }) : response;
  };
  const { results } = await runWith(silent, samples, { only: ['create-is-complete', 'create-document'] });
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['create-is-complete', 'undecided'],
    ['create-document', 'failed'],
  ]);
});

test('linkage of several types is not compared with a part of the related resources', async () => {
  const polymorphic = documents((document, request) => {
    const comments = document.data?.relationships?.comments;
    if (comments) comments.data = [{ type: 'notes', id: '4' }, ...(comments.data ?? [])];
    if (pathOf(request).endsWith('/comments') && document.links) document.links.next = `${pathOf(request)}?page=2`;
  });
  const { results } = await runWith(polymorphic, samples, { only: ['linkage-type'] });
  expect(results.map(({ verdict }) => verdict)).not.toContain('failed');
});

test('a pointer to a member that is not there breaks 1.1, but not 1.0', async () => {
  const pointing = documents((document) => {
    for (const error of document.errors ?? []) if (error.source?.pointer !== undefined) error.source.pointer += '/x';
  });
  const verdicts = async (specification: '1.0' | '1.1') =>
    (await runWith(pointing, samples, { only: ['ERR-15'], specification })).results.map(({ verdict }) => verdict);
  expect(await verdicts('1.1')).toContain('failed');
  expect(await verdicts('1.0')).not.toContain('failed');
});

test('a profile that the server does not apply to a collection is not a failure of the level MUST', async () => {
  const profiles = ['https://example.com/profiles/other'];
  const { results } = await runWith(async (request, forward) => forward(request), { ...samples, profiles }, few);
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  expect(failed.map(({ id, level }) => [id, level])).toEqual([['profile-applied', 'should']]);
});

test('links with another scheme follow the recommended URLs', async () => {
  const secure = strings((text) => text.replaceAll('"/api/', '"https://localhost/api/'));
  const { results } = await runWith(secure, samples, { only: ['REC-02', 'REC-03', 'REC-04'] });
  expect(results.map(({ verdict }) => verdict)).toEqual(results.map(() => 'passed'));
});

test('a finding about documents says what to change', async () => {
  const wrong = documents((document) => Object.assign(document, { extra: 1 }));
  const { results } = await runWith(wrong, samples, { only: ['document-defined-members'] });
  expect(results.map(({ change }) => change)).toEqual(['Change the value at "/extra" of this response.']);
});

test('errors in the format of a framework break the rule of the media type, and no other', async () => {
  const framework: Handle = async (request, forward) => {
    const response = await forward(request);
    if (response.status < 400) return response;
    return Response.json({ message: 'Invalid', errors: { title: ['is required'] } }, { status: response.status });
  };
  const failed = await mustFailures(framework);
  expect(failed.filter((it) => !/^response-type-/.test(it))).toEqual([]);
  expect(failed).toContain(
    'response-type-not-found: `Content-Type: application/vnd.api+json`, but the `Content-Type` is application/json',
  );
});

test('a draft contains the include paths of a server that ignores unknown ones', async () => {
  const target = targetOf(blogServer());
  const known = ['author', 'comments', 'tags'];
  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (!known.includes(url.searchParams.get('include') ?? 'author')) url.searchParams.delete('include');
    return target.handle(new Request(url, request));
  };
  const { types } = await draftSamples({ ...target, handle }, { types: ['articles'] });
  expect(types['articles']?.include).toEqual(known);
  const ignoring = async (request: Request) =>
    target.handle(new Request(request.url.replace(/\?include.*/, ''), request));
  expect(
    (await draftSamples({ ...target, handle: ignoring }, { types: ['articles'] })).types['articles']?.include,
  ).toBe(undefined);
});

describe('statements in the samples decide', () => {
  const rejecting =
    (status: number): Handle =>
    async (request, forward) =>
      isPatch(request) && isResource(request)
        ? reply(status, { errors: [{ status: String(status) }] })
        : forward(request);
  const declared = { ...samples, types: { articles: { ...samples.types['articles'], update: false } } } as Samples;

  test.each([
    [403, 'passed'],
    [400, 'failed'],
  ])('updates that get %i: %s', async (status, verdict) => {
    const { results } = await runWith(rejecting(status), declared, { only: ['update-rejected'] });
    expect(results.map((it) => it.verdict)).toEqual([verdict]);
  });

  test.each(['articles', 'http://localhost/api/articles'])('a collection must be a path: %s', async (collection) => {
    const wrong = { types: { articles: { collection } } };
    await expect(runConformance(targetOf(blogServer()), wrong)).rejects.toThrow('must be a path below the base URL');
  });

  test('a filter must be a parameter of the family', async () => {
    const wrong = { types: { articles: { filter: { title: 'x' } } } };
    await expect(runConformance(targetOf(blogServer()), wrong)).rejects.toThrow('such as "filter[title]"');
  });

  test('a create request that is rejected makes all cases that write undecided, with what the server says', async () => {
    const { results } = await runWith(
      async (request, forward) =>
        request.method === 'POST' ? reply(422, { errors: [{ detail: 'The moon is full.' }] }) : forward(request),
      samples,
      few,
    );
    const creating = results.filter(({ id }) => id.startsWith('create'));
    expect(creating.filter(({ verdict }) => verdict !== 'undecided').map(({ id }) => id)).toEqual([]);
    expect(creating[0]?.reason).toContain('returned 422: The moon is full.');
    expect(results.filter(({ reason = '' }) => reason.includes('..'))).toEqual([]);
  });
});

describe('preconditions', () => {
  const only = { only: ['FET'] };

  test.each([401, 403])('%i for all requests: one message', async (status) => {
    await expect(runWith(async () => reply(status, { errors: [{}] }))).rejects.toThrow('requires credentials');
  });

  test.each([
    ['text/html', '<html>'],
    ['application/json', '[1]'],
    ['application/json', '{"hello":1}'],
  ])('a base URL that is not an API, but returns %s %s: one message', async (type, body) => {
    const page = async () => new Response(body, { headers: { 'content-type': type } });
    await expect(runWith(page)).rejects.toThrow('There is no JSON:API server at http://localhost/api');
  });

  test('429: the run waits as `Retry-After` says, and goes on', async () => {
    let count = 0;
    const waits: number[] = [];
    const busy: Handle = async (request, forward) =>
      ++count % 20 === 0 ? new Response(null, { status: 429, headers: { 'retry-after': '0' } }) : forward(request);
    const { summary } = await runWith(busy, samples, { ...only, onWait: ({ seconds }) => waits.push(seconds) });
    expect([summary.failed, waits.length > 2, new Set(waits)]).toEqual([0, true, new Set([0])]);
  });
});

describe('budget', () => {
  test('a run that has used up its requests says which cases it skipped', async () => {
    const { results, requests, most } = await runWith(async (request, forward) => forward(request), samples, {
      most: 60,
    });
    expect([most, requests < 500]).toEqual([60, true]);
    expect(results.some(({ reason }) => reason?.startsWith('Skipped: the run has used up its 60 requests'))).toBe(true);
  });

  test('another seed tries other types first', async () => {
    const firsts = async (seed: number) => {
      const { results } = await runWith(async (request, forward) => forward(request), samples, {
        only: ['FLD'],
        seed,
        most: 40,
      });
      return results.map(({ exchanges }) => exchanges[0]?.request.url).join();
    };
    expect(await firsts(1)).not.toBe(await firsts(2));
    expect(await firsts(1)).toBe(await firsts(1));
  });
});
