/** The sentences of the pages about running a server: operations, overload, and streams. */

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { JsonApiError, serializeStream, validateDocument } from '@linkage/core';
import { expect } from 'vitest';
import { api, fact, found, note, send, serve, statusOf } from './fact.ts';

async function* several(count: number, title = 'x') {
  for (let id = 0; id < count; id++) yield { id, title, size: 1, author: null, readers: [] };
}
async function chunksOf(count: number, title?: string): Promise<readonly string[]> {
  const chunks: string[] = [];
  for await (const chunk of serializeStream(api, 'notes', several(count, title))) chunks.push(chunk);
  return chunks;
}
fact(
  'guide/operations.md',
  'Invalid values are values other than records, records without ids, attributes that JSON cannot contain, such as cycles, and promises in place of records.',
  async () => {
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    for (const value of [1, 'x', undefined, { title: 'x' }, note('1', { title: circle }), Promise.resolve(note('1'))])
      expect(
        await statusOf(
          'GET /notes/1',
          {},
          found(() => [value]),
        ),
      ).toBe(500);
  },
);
fact(
  'guide/operations.md',
  'If a source throws, rejects, or returns an invalid value, the server responds with one generic 500 error with an `id`.',
  async () => {
    for (const find of [
      () => Promise.reject(new Error('secret')),
      () => {
        return Promise.reject();
      },
      () => 1,
    ]) {
      const { document } = await send(serve({}, found(find)), 'GET /notes/1');
      expect(document.errors).toEqual([expect.objectContaining({ status: '500', id: expect.any(String) })]);
      expect(JSON.stringify(document)).not.toContain('secret');
    }
  },
);
fact(
  'guide/operations.md',
  'The server omits records that it did not request, and cuts pages that are too long.',
  async () => {
    const both = [note('1', { author: null }), note('2', { author: null })];
    const { document } = await send(
      serve(
        {},
        found(() => both),
      ),
      'GET /notes/1',
    );
    expect(document.data.id).toBe('1');
    const many = Array.from({ length: 30 }, (_, id) => note(String(id), { author: null }));
    const long = { notes: { list: () => ({ records: many }) }, people: {} };
    expect((await send(serve({}, long), 'GET /notes?page[size]=5')).document.data).toHaveLength(5);
  },
);
fact(
  'guide/operations.md',
  'If a single call of a source takes longer, the server responds with 504 `TIMED_OUT`',
  async () => {
    expect(
      await statusOf(
        'GET /notes/1',
        { limits: { sourceTime: 20 } },
        found(() => new Promise(() => undefined)),
      ),
    ).toBe(504);
  },
);
fact(
  'guide/operations.md',
  'It throws a `TypeError` for an unknown option, for an unknown resource type in `access` or `pagination`',
  () => {
    expect(() => serve({ acess: {} })).toThrow(TypeError);
    expect(() => serve({ access: { note: 'public' } })).toThrow(TypeError);
    expect(() => serve({ pagination: { types: { note: { pageSize: 1 } } } })).toThrow(TypeError);
  },
);
fact(
  'guide/operations.md',
  'If the name of a member is close to a method that the source lacks, such as `delet` without `delete`, `createServer` throws a `TypeError`.',
  () => {
    expect(() => serve({}, { notes: { find: () => [], delet: () => true }, people: {} })).toThrow(TypeError);
  },
);
fact('guide/operations.md', '0 switches a limit off.', () => {
  expect(() => serve({ limits: { requestTime: 0, sourceTime: 0, streamTime: 0 } })).not.toThrow();
});
fact(
  'guide/operations.md',
  'converts numbers to strings where a string is required, and replaces a status outside 400 to 599.',
  async () => {
    const error = new JsonApiError({ status: 200, code: 7, title: 'x' } as never, { status: 200 } as never);
    const find = () => {
      throw error;
    };
    const { status, document } = await send(serve({}, found(find)), 'GET /notes/1');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(validateDocument(document)).not.toHaveProperty('issues');
  },
);
fact(
  'guide/streaming.md',
  '**Chunks** have at most 256 resources, the first one 16, and end at about 64 Ki characters.',
  async () => {
    const counts = (await chunksOf(600)).map((chunk) => chunk.split('"type":"notes"').length - 1);
    expect(counts[0]).toBeLessThanOrEqual(16); // fewer from a slow source
    expect(Math.max(...counts)).toBeLessThanOrEqual(256);
    const lengths = (await chunksOf(60, 'x'.repeat(20_000))).map(({ length }) => length);
    expect(Math.max(...lengths.slice(1))).toBeLessThan(90_000);
  },
);
fact(
  'guide/streaming.md',
  'The text so far is never valid JSON, because the closing brace is the last character.',
  async () => {
    const chunks = await chunksOf(40);
    expect(() => JSON.parse(chunks.slice(0, -1).join(''))).toThrow(SyntaxError);
    expect(chunks.at(-1)?.at(-1)).toBe('}');
  },
);
fact('guide/streaming.md', 'It writes 100,000 records within 32 MB of memory:', async () => {
  const example = new URL('../examples/stream.ts', import.meta.url).href;
  const code = `import { exportArticles } from '${example}';
    let bytes = 0;
    for await (const chunk of exportArticles().body) bytes += chunk.length;
    if (bytes < 10_000_000) process.exit(1);`;
  const args = ['--max-old-space-size=32', '--max-semi-space-size=1', '--input-type=module', '--eval', code];
  const run = promisify(execFile)(process.execPath, args);
  await expect(run).resolves.toMatchObject({ stdout: '' });
});
fact(
  'guide/streaming.md',
  'From a slow source, a chunk is sent with the first record that arrives after 50 milliseconds.',
  async () => {
    const step = 20;
    async function* slow() {
      for (let id = 0; id < 30; id++) {
        await sleep(step);
        yield note(String(id), { author: null });
      }
    }
    const times: number[] = [];
    for await (const _ of serializeStream(api, 'notes', slow())) times.push(performance.now());
    // Without the last records, and the end of the document.
    const gaps = times.slice(1, -2).map((time, at) => time - (times[at] as number));
    expect(gaps.length).toBeGreaterThan(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(45);
  },
);
