import { describe, expect, test, vi } from 'vitest';
import { reply, type Step, scripted } from '../test/replies.ts';

const job = (status: string) => ({
  data: { type: 'jobs', id: '1', attributes: { status }, links: { self: '/api/jobs/1' } },
});
const running: Step = () => reply(job('running'), 200, { 'Retry-After': '0' });
const see: Step = () => new Response(null, { status: 303, headers: { Location: '/api/markers/7' } });
// A resource can have `Retry-After` as well: it is not a job.
const marker: Step = () => reply({ data: { type: 'markers', id: '7' } }, 200, { ETag: '"7"', 'Retry-After': '0' });
const accepted =
  (headers = {}): Step =>
  () =>
    reply(job('queued'), 202, headers);

describe('the job of a 202', () => {
  test('is read until the server redirects to the resource', async () => {
    const steps = [accepted({ 'Content-Location': '/api/jobs/9' }), running, running, see, marker];
    const { client, requests } = scripted(steps);
    const answer = await client.create('markers', {});
    expect(answer).toMatchObject({ status: 202, job: { id: '1', status: 'queued' } });
    expect(() => answer.data).toThrow(TypeError);
    expect(await answer.wait()).toMatchObject({ status: 200, job: undefined, etag: '"7"', data: { id: '7' } });
    const urls = requests.map(({ method, url }) => `${method} ${url.slice('https://example.com/api/'.length)}`);
    expect(urls).toEqual(['POST markers', 'GET jobs/9', 'GET jobs/9', 'GET jobs/9', 'GET markers/7']);
  });

  test('has its own link, and can end without a resource', async () => {
    const { client, requests } = scripted([accepted(), () => reply(job('failed'))]);
    const answer = await (await client.delete('articles', '1')).wait();
    expect(requests.at(1)?.url).toBe('https://example.com/api/jobs/1');
    expect(answer).toMatchObject({ status: 200, job: { status: 'failed' } });
    expect(() => answer.data).toThrow('Call `wait()`');
  });

  test.each([301, 307, 308])('REC-12: a redirect with %i of its URL does not end the wait', async (status) => {
    const moved: Step = () => new Response(null, { status, headers: { Location: '/api/jobs/1/' } });
    const { client, requests } = scripted([accepted(), moved, running, moved, see, marker]);
    expect(await (await client.create('markers', {})).wait()).toMatchObject({ job: undefined, data: { id: '7' } });
    expect(requests).toHaveLength(6);
    const failed = scripted([accepted(), moved, () => reply(job('failed'))]);
    const answer = await (await failed.client.create('markers', {})).wait();
    expect(answer).toMatchObject({ job: { status: 'failed' } });
    expect(() => answer.data).toThrow(TypeError);
  });

  test('is first read after the `Retry-After` of the 202', async () => {
    vi.useFakeTimers();
    try {
      const { client, requests } = scripted([accepted({ 'Retry-After': '7' }), see, marker]);
      const waiting = (await client.create('markers', {})).wait();
      await vi.advanceTimersByTimeAsync(6_900);
      expect(requests).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(await waiting).toMatchObject({ data: { id: '7' } });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(['0', '00', '-5', '0.01', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is read at most once a second after its first reads, with `Retry-After: %s`',
    async (after) => {
      vi.useFakeTimers();
      try {
        const again: Step = () => reply(job('running'), 200, { 'Retry-After': after });
        const { client, requests } = scripted([accepted({ 'Retry-After': after }), again]);
        const controller = new AbortController();
        const waiting = (await client.create('markers', {})).wait({ signal: controller.signal });
        await vi.advanceTimersByTimeAsync(50);
        expect(requests).toHaveLength(1);
        await vi.advanceTimersByTimeAsync(60_000);
        // 60 seconds, and the 4 first reads after 0.1, 0.2, 0.4, and 0.8 seconds.
        expect(requests.length).toBeLessThanOrEqual(1 + 4 + 60);
        controller.abort();
        await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('ends with a `Retry-After` that is neither a number nor a date', async () => {
    const { client } = scripted([accepted(), () => reply(job('running'), 200, { 'Retry-After': 'soon' })]);
    expect(await (await client.create('markers', {})).wait()).toMatchObject({ job: { status: 'running' } });
  });

  test('can be absent', async () => {
    const empty = scripted([() => new Response(null, { status: 202 })]);
    const nothing = await empty.client.delete('articles', '1');
    await expect(nothing.wait()).rejects.toMatchObject({ kind: 'not-json-api' });
    const { client } = scripted([() => reply({ meta: { queued: true } }, 202)]);
    const answer = await client.update('articles', '1', {});
    expect(answer).toMatchObject({ job: undefined, meta: { queued: true } });
    await expect(answer.wait()).rejects.toMatchObject({ kind: 'not-json-api', status: 202 });
  });

  test.each([
    ['an error', () => reply({ errors: [{ status: '404' }] }, 404), { name: 'JsonApiError', status: 404 }],
    ['a page of a proxy', () => new Response('<p>', { status: 502 }), { name: 'ClientError', status: 502 }],
  ])('that responds with %s ends the wait', async (_, step, expected) => {
    const { client } = scripted([accepted(), step]);
    await expect((await client.create('markers', {})).wait()).rejects.toMatchObject(expected);
  });

  test('on another origin is rejected, and an aborted signal ends the wait', async () => {
    const away = scripted([accepted({ 'Content-Location': 'https://example.org/jobs/1' })]);
    await expect((await away.client.create('markers', {})).wait()).rejects.toMatchObject({ kind: 'rejected' });
    const { client } = scripted([accepted({ 'Retry-After': '3600' })]);
    const controller = new AbortController();
    const waiting = (await client.create('markers', {})).wait({ signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  });
});
