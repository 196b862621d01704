import { describe, expect, test } from 'vitest';
import { isLong } from '../../../../core/test/runs.ts';
import { blogSamples, blogServer, targetOf } from '../../test/blog-target.ts';
import { formatReport, runConformance } from '../index.ts';

const only = ['FET-01', 'FET-08', 'CRE-05'];

describe('runConformance', () => {
  test('runs the wanted cases, and tells each result when it is there', async () => {
    const seen: string[] = [];
    const onResult = ({ id }: { readonly id: string }, index: number, total: number) =>
      seen.push(`${index}/${total} ${id}`);
    const { results } = await runConformance(targetOf(blogServer()), blogSamples, { only, onResult });
    expect(seen).toEqual(results.map(({ id }, index) => `${index + 1}/${results.length} ${id}`));
    expect(results.every(({ rows }) => rows.some((row) => only.includes(row)))).toBe(true);
  });

  test('sends only reads with `readOnly`', async () => {
    const methods = new Set<string>();
    const { handle, baseUrl } = targetOf(blogServer());
    const spied = { baseUrl, handle: (request: Request) => handle(methods.add(request.method) && request) };
    const { summary } = await runConformance(spied, blogSamples, { readOnly: true, ...(isLong ? {} : { most: 500 }) });
    expect(summary.failed).toBe(0);
    expect([...methods].sort()).toEqual(['GET', 'HEAD']);
  });

  test('deletes what it created, and repeats no request that changes data', async () => {
    const { handle, baseUrl } = targetOf(blogServer());
    const counts = new Map<string, number>();
    const spied = {
      baseUrl,
      async handle(request: Request) {
        const key = `${request.method} ${request.url}`;
        if (request.method === 'DELETE' && request.body === null) counts.set(key, (counts.get(key) ?? 0) + 1);
        return handle(request);
      },
    };
    const before = await (await handle(new Request(`${baseUrl}/articles`))).text();
    const { leftovers } = await runConformance(spied, blogSamples, { only: isLong ? ['CRE', 'UPD', 'RUP'] : ['CRE'] });
    expect(leftovers).toEqual([]);
    expect(await (await handle(new Request(`${baseUrl}/articles`))).text()).toBe(before);
    expect(Math.max(...counts.values())).toBe(1);
  });

  test('hides credentials in reports', async () => {
    const headers = { Authorization: 'Bearer secret-1', 'X-Tenant': 'secret-2', Cookie: 'secret-3' };
    const report = await runConformance(targetOf(blogServer()), { ...blogSamples, headers }, { only });
    for (const format of ['json', 'html', 'text', 'junit'] as const)
      expect(formatReport(report, format)).not.toContain('secret-');
    expect(report.results.at(0)?.exchanges.at(0)?.request.headers).toMatchObject({ authorization: '(hidden)' });
  });

  test('lists what could not be deleted', async () => {
    const { handle, baseUrl } = targetOf(blogServer());
    const stubborn = {
      baseUrl,
      handle: async (request: Request) =>
        request.method === 'DELETE' ? new Response(null, { status: 403 }) : handle(request),
    };
    const { leftovers } = await runConformance(stubborn, blogSamples, { only: ['create-location'] });
    expect(leftovers.length).toBeGreaterThan(0);
    expect(leftovers.every(({ request }) => request.startsWith(`DELETE ${baseUrl}/`))).toBe(true);
  });

  test('rejects if the server does not respond', async () => {
    const broken = { handle: () => Promise.reject(new Error('gone')) };
    await expect(runConformance(broken, blogSamples)).rejects.toThrow('does not respond');
    await expect(runConformance('not a URL', blogSamples)).rejects.toThrow(TypeError);
    await expect(runConformance(broken, { types: {} })).rejects.toThrow('at least one resource type');
  });

  test('a server that answers nonsense fails cases, and stops none', async () => {
    const nonsense = {
      handle: () => new Response('{"data":7,"included":"x","errors":null,"links":[],"meta":1}', { status: 200 }),
    };
    const { summary, results } = await runConformance(nonsense, blogSamples);
    expect(summary.failed).toBeGreaterThan(5);
    expect(results.filter(({ reason }) => reason?.startsWith('The case could not read'))).toEqual([]);
  });
});

test.each([
  [true, 'but it is true'],
  [{ type: 'nope' }, 'one of articles, people, comments, tags'],
])('`cursor` %j: the message says what is expected', async (cursor, sentence) => {
  const run = runConformance('http://localhost:1', { ...blogSamples, cursor: cursor as never });
  await expect(run).rejects.toThrow(sentence);
  await expect(run).rejects.toThrow('such as { "type": "notes", "maxSize": 100, "ranges": true }');
});
