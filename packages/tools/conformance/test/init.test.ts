/** The drafts of `init`: what OpenAPI documents tell, and what the create requests of `--try` show. */
import { createServer as createHost } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attribute, defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { draftSamples } from '../src/draft/draft-samples.ts';
import { sampleOf } from '../src/draft/open-api.ts';
import { textOfPattern } from '../src/draft/text-of-pattern.ts';
import { trySamples } from '../src/draft/try-samples.ts';
import { runConformance, type Samples } from '../src/index.ts';
import { targetOf } from './blog-target.ts';
import { runsWith } from './run-cli.ts';
import { type Any, at, both, goodDocument, instead, isGet, listed, reply } from './sabotage/sabotage.ts';
import { creating, jsonOf } from './sabotage/writes.ts';

const api = defineApi({
  broken: { attributes: { name: z.string() } },
  projects: { attributes: { name: attribute(z.string(), { sort: true }) } },
  tasks: {
    attributes: { title: z.string(), code: z.string().nullable().default(null) },
    relationships: { project: toOne('projects') },
  },
});
const records = {
  broken: [{ id: 1, name: 'None' }],
  projects: [
    { id: 1, name: 'Bridge' },
    { id: 2, name: 'Tower' },
  ],
  tasks: [
    { id: 1, title: 'Dig', code: null, project: 1 },
    { id: 2, title: 'Build', code: null, project: 2 },
  ],
};

const rejected = (pointer: string, detail: string) =>
  reply(422, { errors: [{ status: '422', detail, source: { pointer } }] });

/** A server whose tasks need a project and a code that no response shows, and whose first type cannot be created. */
function strictTarget() {
  const { handle, ...target } = targetOf(createServer(api, createMemorySources(api, records), { baseUrl: '/api' }));
  const hidden = goodDocument(isGet, (it) => {
    for (const { attributes } of listed(it)) Reflect.deleteProperty(attributes ?? {}, 'code');
  });
  const strict = instead(both(creating, at(/tasks$/)), async (request) => {
    const { attributes, relationships }: Any = (await jsonOf(request))?.data ?? {};
    if (relationships?.project?.data?.id === undefined) return rejected('/data/relationships/project', 'Say which.');
    return typeof attributes?.code === 'string'
      ? undefined
      : rejected('/data/attributes', 'The member "code" is missing.');
  });
  const failing = instead(both(creating, at(/broken$/)), async () => reply(500, { errors: [{ status: '500' }] }));
  const served = async (request: Request): Promise<Response> => handle(request);
  const inner = (request: Request) => hidden(request, served);
  const outer = (request: Request) => strict(request, inner);
  return { ...target, handle: (request: Request) => failing(request, outer) };
}

const countOf = async ({ handle }: ReturnType<typeof strictTarget>, type: string): Promise<number> => {
  const answer: Any = await (await handle(new Request(`http://localhost/api/${type}`))).json();
  return answer.data.length;
};

describe('--try', () => {
  test('adds what the errors say is missing, names types that answer 500, and leaves nothing', async () => {
    const target = strictTarget();
    const draft = await draftSamples(target, { types: ['broken', 'projects', 'tasks'] });
    expect(draft.types['tasks']?.create).toEqual({ attributes: { title: 'Dig{unique}' } });
    const { samples, said } = await trySamples(target, draft, {});
    expect(samples.types['tasks']?.create).toEqual({
      attributes: { title: 'Dig{unique}', code: '{unique}' },
      relationships: { project: { data: { type: 'projects', id: '1' } } },
    });
    expect(said).toEqual([
      expect.stringMatching(/^"broken": POST \S+ returned 500/),
      '"projects" can be created.',
      '"tasks" can be created.',
    ]);
    expect([await countOf(target, 'projects'), await countOf(target, 'tasks')]).toEqual([2, 2]);
  });

  test('the command sends create requests only with the option', async () => {
    const target = strictTarget();
    const methods: string[] = [];
    const host = createHost(async (request, response) => {
      methods.push(request.method ?? '');
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const init = { method: request.method ?? 'GET', headers: request.headers as Record<string, string> };
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const answer = await target.handle(new Request(`http://localhost${request.url}`, { ...init, ...body }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    await new Promise<void>((resolve) => host.listen(0, resolve));
    const url = `http://localhost:${(host.address() as AddressInfo).port}/api`;
    const run = runsWith(() => []);
    await run('init', url, '--types', 'projects,tasks');
    expect(new Set(methods)).toEqual(new Set(['GET', 'OPTIONS']));
    const { out, error } = await run('init', url, '--types', 'projects,tasks', '--try');
    host.close();
    expect(JSON.parse(out).types.tasks.create.relationships).toEqual({
      project: { data: { type: 'projects', id: '1' } },
    });
    expect(error).toContain('"tasks" can be created.');
  });

  test('any type that can be created serves the cases about one type', async () => {
    const samples: Samples = {
      types: {
        broken: { create: { attributes: { name: 'None {unique}' } } },
        projects: { create: { attributes: { name: 'Dam {unique}' } }, update: { attributes: { name: 'Lock' } } },
      },
    };
    const { results } = await runConformance(strictTarget(), samples, { only: ['NEG-10', 'NEG-11'] });
    const creating = results.filter(({ id }) => /^content-type-(charset|unknown-extension)$/.test(id));
    expect(creating.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
  });
});

describe('--openapi', () => {
  const document = { components: { schemas: { Name: { type: 'string', maxLength: 20 }, Id: { readOnly: true } } } };
  test.each([
    ['a reference', { $ref: '#/components/schemas/Name' }, '{unique}'],
    [
      'allOf',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { const: 1 } } }] },
      { a: 'Sample {unique}', b: 1 },
    ],
    ['readOnly', { properties: { id: { $ref: '#/components/schemas/Id' }, b: { const: 1 } } }, { b: 1 }],
    ['an enum before examples', { type: 'string', enum: ['draft'], examples: ['other'] }, 'draft'],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, 'AAA-7777'],
    ['maxLength', { type: 'string', maxLength: 6 }, 'Sample'],
    ['multipleOf', { type: 'number', minimum: 7, multipleOf: 5 }, 10],
    ['minItems', { type: 'array', minItems: 2, items: { type: 'boolean' } }, [true, true]],
    ['a date', { type: 'string', format: 'date' }, '{date}'],
    ['null beside another type', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
    [
      'nested objects',
      { properties: { a: { properties: { x: {}, y: { const: 2 } }, required: ['y'] } } },
      { a: { y: 2 } },
    ],
  ])('%s', (_, schema, value) => {
    expect(sampleOf(document, schema, 1)).toEqual(value);
  });

  test.each(['^[a-z]+$', '(ab|cd){2}', '^(?:\\+\\d{1,3})?[^a-c]x*$', '\\w{2}\\.\\w', '[\\d-]{4}'])('%s', (pattern) => {
    expect(textOfPattern(pattern)).toMatch(new RegExp(pattern));
  });

  test.each(['(?=a)b', '[', '\\bx\\b\\b\\B'])('no text for %s', (pattern) => {
    expect(textOfPattern(pattern)).toBeUndefined();
  });

  test('headers go to the URL of the document on the origin of the server alone', async () => {
    const seen: unknown[] = [];
    const described = { paths: { '/notes': { get: {} } } };
    const listen = async () => {
      const host = createHost((request, response) => {
        if (request.url === '/openapi.json') seen.push(request.headers['x-key']);
        const body = request.url === '/openapi.json' ? described : { data: [] };
        response.writeHead(200, { 'content-type': 'application/vnd.api+json' }).end(JSON.stringify(body));
      });
      await new Promise<void>((resolve) => host.listen(0, resolve));
      return { host, url: `http://localhost:${(host.address() as AddressInfo).port}` };
    };
    const [own, other] = [await listen(), await listen()];
    const run = runsWith(() => []);
    for (const { url } of [own, other])
      await run('init', own.url, '--openapi', `${url}/openapi.json`, '--header', 'X-Key: secret');
    for (const { host } of [own, other]) host.close();
    expect(seen).toEqual(['secret', undefined]);
  });
});

test('placeholders become dates, times, numbers, and strings that differ in each request', async () => {
  const bodies: Any[] = [];
  const handle = async (request: Request): Promise<Response> => {
    if (request.method === 'POST') bodies.push((await request.json()).data.attributes);
    return reply(request.method === 'POST' ? 422 : 200, { data: [] });
  };
  const attributes = { a: '{unique}', b: '{uuid}', c: '{number}', d: '{date}', e: '{time}', f: '{date-time}' };
  const samples = { types: { notes: { create: { attributes } } } };
  await runConformance({ handle }, samples, { only: ['create-is-complete'] });
  expect(bodies.length).toBeGreaterThan(1);
  for (const { c, d, e, f } of bodies) {
    expect([typeof c, d, e, f]).toEqual([
      'number',
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ]);
  }
  for (const name of Object.keys(attributes)) expect(new Set(bodies.map((it) => it[name])).size).toBe(bodies.length);
});
