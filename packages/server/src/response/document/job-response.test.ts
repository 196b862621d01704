import { defineApi, toOne } from '@linkage/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const api = defineApi({
  photos: { attributes: { title: z.string() }, relationships: { album: toOne('albums') } },
  albums: { attributes: { name: z.string() } },
  jobs: { attributes: { status: z.string(), photo: z.string().nullable() } },
});
const running = { id: 5, status: 'pending', photo: null };
const photo = (id?: string): AnyDocument => ({
  data: { type: 'photos', ...(id && { id }), attributes: { title: 'x' } },
});

/** Photos whose every write becomes the job 5. */
function working(
  {
    accepted = { type: 'jobs', id: 5 },
    job = ({ photo: id }: AnyDocument) => (id === null ? { retryAfter: 0 } : { done: { type: 'photos', id } }),
    jobs = [running],
  }: AnyDocument = {},
  options: ServerOptions<unknown, typeof api> = {},
): Server {
  const sources = createMemorySources(api, {
    photos: [{ id: 1, title: 'Old', album: null }],
    albums: [{ id: 2, name: 'x' }],
    jobs,
  });
  const later = () => ({ accepted });
  return createServer(
    api,
    {
      ...sources,
      photos: { ...sources.photos, create: later, update: later, delete: later, updateRelationship: later },
      jobs: { ...sources.jobs, job },
    },
    options,
  );
}

describe('a write that continues in the background', () => {
  test.each<[string, string, AnyDocument]>([
    ['CRE-09 REC-10 POST', 'POST /photos?include=album&fields[photos]=title', photo()],
    ['UPD-07 PATCH', 'PATCH /photos/1', photo('1')],
    ['DEL-03 DELETE', 'DELETE /photos/1', undefined],
    ['RUP-11 PATCH of a relationship', 'PATCH /photos/1/relationships/album', { data: null }],
  ])('%s: 202, Content-Location, and the job as primary data', async (_, line, body) => {
    for (const baseUrl of ['', 'https://example.com/api']) {
      const { status, headers, document } = await send(working({}, { baseUrl }), line, body);
      expect([status, headers['Content-Location']]).toEqual([202, `${baseUrl}/jobs/5`]);
      expect(headers['Retry-After']).toBe('0');
      expect(document.data).toMatchObject({ type: 'jobs', id: '5', attributes: { status: 'pending' } });
      expect(document.data.links.self).toBe(`${baseUrl}/jobs/5`);
      expect(document.links.self).toMatch(new RegExp(`^${baseUrl}/jobs/5`));
      expect(document.included).toBeUndefined();
    }
  });

  test('fieldsets apply to the job, and its self link contains them', async () => {
    const { document } = await send(working(), 'POST /photos?fields[jobs]=status&include=album', photo());
    expect(document.data.attributes).toEqual({ status: 'pending' });
    expect(document.links.self).toBe('/jobs/5?fields%5Bjobs%5D=status');
    expect((await send(working(), `GET ${document.links.self}`)).status).toBe(200);
  });

  test('a job without a state has no Retry-After', async () => {
    const { status, headers } = await send(working({ job: () => undefined }), 'POST /photos', photo());
    expect([status, headers['Retry-After']]).toEqual([202, undefined]);
  });

  test.each<[string, AnyDocument]>([
    ['a type there is not', { type: 'nope', id: 5 }],
    ['a job there is not', { type: 'jobs', id: 6 }],
    ['an id that is none', { type: 'jobs', id: {} }],
    ['nothing', undefined],
  ])('the source names %s: 500', async (_, accepted) => {
    const given = accepted === undefined ? { accepted: null } : { accepted };
    expect((await send(working(given), 'POST /photos', photo())).status).toBe(500);
  });

  test('preconditions are checked before the write', async () => {
    const answer = await send(working(), 'PATCH /photos/1', photo('1'), { 'If-Match': '"x"' });
    expect(answer.status).toBe(412);
  });

  test('a record with a field named accepted is a record', async () => {
    const strange = defineApi({ forms: { attributes: { accepted: z.boolean() } } });
    const server = createServer(strange, { forms: { create: () => ({ id: 1, accepted: true }) } });
    const body = { data: { type: 'forms', attributes: { accepted: true } } };
    expect((await send(server, 'POST /forms', body)).status).toBe(201);
  });
});

describe('GET of a job', () => {
  test.each([0, 120])('REC-11 pending: 200 with Retry-After %i', async (retryAfter) => {
    const { status, headers, document } = await send(working({ job: () => ({ retryAfter }) }), 'GET /jobs/5');
    expect([status, headers['Retry-After'], document.data.id]).toEqual([200, String(retryAfter), '5']);
  });

  test('REC-12 a finished job responds with 303 and the Location of its result', async () => {
    const server = working({ jobs: [{ ...running, photo: '1' }] });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, document } = await send(server, `${method} /jobs/5`);
      expect([status, headers, document]).toEqual([
        303,
        { Location: '/photos/1', 'Cache-Control': 'private, no-cache', Vary: 'Accept' },
        undefined,
      ]);
    }
    expect((await send(server, 'GET /photos/1')).status).toBe(200);
  });

  test('a finished job responds with 303 also to If-None-Match *', async () => {
    const server = working({ jobs: [{ ...running, photo: '1' }] });
    expect((await send(server, 'GET /jobs/5', undefined, { 'If-None-Match': '*' })).status).toBe(303);
  });

  test('jobs of a collection are resources like others', async () => {
    const { status, headers } = await send(working(), 'GET /jobs');
    expect([status, headers['Retry-After']]).toEqual([200, undefined]);
  });

  test.each<[string, AnyDocument]>([
    ['a part of a second', { retryAfter: 0.5 }],
    ['a negative time', { retryAfter: -1 }],
    ['a line break', { retryAfter: '1\r\nX: y' }],
    ['a type there is not', { done: { type: 'nope', id: 1 } }],
  ])('the source says %s: 500', async (_, state) => {
    expect((await send(working({ job: () => state }), 'GET /jobs/5')).status).toBe(500);
  });
});
