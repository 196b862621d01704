import { toFetchHandler } from '@linkage/fetch';
import { describe, expect, test } from 'vitest';
import { type api, createWorld } from '../test/world.ts';
import { atomicRequests } from './atomic.ts';
import type { AtomicClient } from './client.ts';
import { createClient } from './create-client.ts';
import { importRows } from './import-rows.ts';
import { ImportError, type ImportOptions, type ImportProgress } from './send-rows.ts';

interface Row {
  readonly title: string;
}

const rowsOf = (count: number): readonly Row[] => Array.from({ length: count }, (_, at) => ({ title: `Row ${at}` }));
const write: ImportOptions<typeof api, Row>['write'] = (it, { title }) =>
  void it.add('articles', { attributes: { title } });

/** The number of operations above which a request receives another response, whether or not the server writes them. */
interface Limit {
  most: number;
  readonly answer: () => Response;
  readonly isWritten: boolean;
}

/** A server with three articles, and a client that counts requests. `answer` can replace a response. */
function open(answer?: (sent: number, response: Response) => Response, given?: Limit) {
  const limit = { most: Number.POSITIVE_INFINITY, isWritten: false, rejected: 0, ...given };
  const done = new Set<string>();
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  const counts = { requests: 0, open: 0, most: 0 };
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    atomic: atomicRequests(),
    retry: 0,
    async fetch(request) {
      const sent = counts.requests++;
      counts.most = Math.max(counts.most, ++counts.open);
      const text = await request.clone().text();
      const key = `${request.headers.get('idempotency-key')} ${text}`;
      // A response that is repeated takes no time.
      const isTooMuch = !done.has(key) && text !== '' && JSON.parse(text)['atomic:operations'].length > limit.most;
      const response = isTooMuch && !limit.isWritten ? undefined : await handler(request);
      counts.open--;
      if (response?.ok) done.add(key);
      const replaced = isTooMuch && response?.ok !== false ? (given as Limit).answer() : (response as Response);
      if (replaced !== response) limit.rejected++;
      return answer?.(sent, replaced) ?? replaced;
    },
  }) as AtomicClient<typeof api>;
  const titles = async (): Promise<readonly string[]> => {
    const all: string[] = [];
    for await (const { title } of await client.list('articles', { page: { size: '100' } })) all.push(title);
    return all.slice(3);
  };
  return { client, counts, titles, limit };
}

async function progressOf(run: AsyncIterable<ImportProgress>): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const { done } of run) all.push(done);
  return all;
}

describe('importRows', () => {
  test.each([
    [0, []],
    [1, [1]],
    [9, [4, 8, 9]],
    [8, [4, 8]],
  ])('%i rows', async (count, progress) => {
    const { client, titles } = open();
    expect(await progressOf(importRows(client, rowsOf(count), { key: 'a', write, batchSize: 4 }))).toEqual(progress);
    expect(await titles()).toEqual(rowsOf(count).map(({ title }) => title));
  });

  test('the same import again writes nothing, and another key writes again', async () => {
    const { client, titles } = open();
    for (const key of ['a', 'a', 'b']) await progressOf(importRows(client, rowsOf(5), { key, write, batchSize: 2 }));
    expect(await titles()).toHaveLength(10);
  });

  test('a lost response: the import continues with its progress, and no row is lost or written twice', async () => {
    const { client, titles } = open((sent, response) => {
      if (sent === 2) throw new TypeError('The connection broke.');
      return response;
    });
    const options = { key: 'a', write, batchSize: 3 };
    const failed: unknown = await progressOf(importRows(client, rowsOf(20), options)).catch((it: unknown) => it);
    expect(failed).toBeInstanceOf(ImportError);
    const { progress, index, message } = failed as ImportError;
    expect([progress, index]).toEqual([{ done: 6, batchSize: 3 }, undefined]);
    expect(message).toMatch(/^Import: rows 6 to 8: POST /);
    // The server had written them.
    expect(await titles()).toHaveLength(9);
    const from = JSON.parse(JSON.stringify(progress));
    expect(await progressOf(importRows(client, rowsOf(20), { key: 'a', write, from }))).toEqual([9, 12, 15, 18, 20]);
    expect(await titles()).toEqual(rowsOf(20).map(({ title }) => title));
  });

  /** Responds that a request with more operations took too long, before or after the server has written them, or that there are too many. */
  const tooMuch = {
    'took too long': () => problem(504, 'TIME_LIMIT'),
    'took too long at a proxy': () => new Response('<html>', { status: 504 }),
    'is too large': () => problem(413, 'CONTENT_TOO_LARGE'),
    'has too many operations': () => problem(400, 'OPERATIONS_TOO_MANY'),
  } as const;
  const problem = (status: number, code: string) =>
    Response.json(
      { errors: [{ status: String(status), code, title: 'Too much' }] },
      { status, headers: { 'content-type': 'application/vnd.api+json' } },
    );

  test.each(Object.entries(tooMuch))(
    'a request that %s is sent in halves, and so are later ones',
    async (_, answer) => {
      const { client, counts, titles, limit } = open(undefined, { most: 3, answer, isWritten: false });
      expect(await progressOf(importRows(client, rowsOf(36), { key: 'a', write, batchSize: 16 }))).toEqual([
        16, 32, 36,
      ]);
      const { requests } = counts;
      expect(await titles()).toEqual(rowsOf(36).map(({ title }) => title));
      // 16, 8, and 4 rows are too many. Then each 16 rows are 8 requests, and 4 rows are 2.
      expect([limit.rejected, requests]).toEqual([3, 3 + 8 + 8 + 2]);
    },
  );

  test('a request that took too long, but was done, is not written again', async () => {
    const { client, titles } = open(undefined, { most: 3, answer: tooMuch['took too long'], isWritten: true });
    const run = importRows(client, rowsOf(20), { key: 'a', write, batchSize: 8 });
    // The repetition shows the response of the first.
    expect(await progressOf(run)).toEqual([8, 16, 20]);
    expect(await titles()).toEqual(rowsOf(20).map(({ title }) => title));
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'an import that was interrupted at request %i writes each row once',
    async (at) => {
      const slow = { most: 3, answer: tooMuch['took too long'], isWritten: false };
      const { client, titles, limit } = open((sent, response) => {
        if (sent === at) throw new TypeError('The connection broke.');
        return response;
      }, slow);
      const options = { key: 'a', write, batchSize: 8 };
      const failed: unknown = await progressOf(importRows(client, rowsOf(20), options)).catch((it: unknown) => it);
      expect(failed).toBeInstanceOf(ImportError);
      // The server is faster now, or slower.
      limit.most = at % 2 === 0 ? 100 : 1;
      const { progress: from } = failed as ImportError;
      await progressOf(importRows(client, rowsOf(20), { ...options, from }));
      expect((await titles()).toSorted()).toEqual(
        rowsOf(20)
          .map(({ title }) => title)
          .toSorted(),
      );
    },
  );

  test('one row that is too much is an error', async () => {
    const { client } = open(undefined, { most: 0, answer: tooMuch['took too long'], isWritten: false });
    const error = await progressOf(importRows(client, rowsOf(8), { key: 'a', write, batchSize: 4 })).catch((it) => it);
    expect(error).toMatchObject({ name: 'ImportError', progress: { done: 0, batchSize: 4 }, cause: { status: 504 } });
  });

  test('a row that the server rejects is named by its index, also if rows have several operations', async () => {
    const { client, titles } = open();
    const rows = [...rowsOf(5), { title: '' }, { title: 'Last' }];
    const twice: typeof write = (it, row) => {
      it.add('people', { id: crypto.randomUUID(), attributes: { name: 'A' } });
      it.add('articles', { attributes: row });
    };
    const failed = await progressOf(importRows(client, rows, { key: 'a', write: twice, batchSize: 4 })).catch(
      (it) => it,
    );
    expect(failed).toMatchObject({ name: 'ImportError', index: 5, progress: { done: 4 }, cause: { status: 422 } });
    expect(await titles()).toHaveLength(4);
  });

  test('with `onRejected`, an import goes on without the rows that the server rejects', async () => {
    const { client, titles, counts } = open();
    const rows = rowsOf(9).map((row, at) => (at === 2 || at === 7 ? { title: '' } : row));
    const rejected: unknown[] = [];
    const options = (): ImportOptions<typeof api, Row> => ({
      ...{ key: 'a', write, batchSize: 4 },
      onRejected: ({ index, row, error }) => rejected.push([index, row.title, error.status]),
    });
    expect(await progressOf(importRows(client, rows, options()))).toEqual([4, 8, 9]);
    const expected = rows.map(({ title }) => title).filter((title) => title !== '');
    expect([await titles(), rejected]).toEqual([
      expected,
      [
        [2, '', 422],
        [7, '', 422],
      ],
    ]);
    // The same import again writes nothing twice, and a corrected row is written.
    rejected.length = 0;
    const before = counts.requests;
    const corrected = rows.map((row, at) => (at === 7 ? { title: 'New' } : row));
    expect(await progressOf(importRows(client, corrected, options()))).toEqual([4, 8, 9]);
    expect(rejected.map((it) => (it as readonly unknown[])[0])).toEqual([2]);
    expect([...(await titles())].sort()).toEqual([...expected, 'New'].sort());
    expect(counts.requests).toBeGreaterThan(before);
  });

  test('with `onRejected`, an error that is not about a row ends the import', async () => {
    const { client } = open((_, response) =>
      response.status === 200
        ? new Response('{"errors":[{"status":"500"}]}', { status: 500, headers: response.headers })
        : response,
    );
    const onRejected = () => expect.unreachable();
    await expect(progressOf(importRows(client, rowsOf(3), { key: 'a', write, onRejected }))).rejects.toBeInstanceOf(
      ImportError,
    );
  });

  test('rows without operations are skipped, also if a whole request would have none', async () => {
    const { client, counts, titles } = open();
    const some: typeof write = (it, row, index) => (index > 3 && index < 9 ? undefined : write(it, row, index));
    const run = importRows(client, rowsOf(12), { key: 'a', write: some, batchSize: 2 });
    expect(await progressOf(run)).toEqual([2, 4, 6, 8, 10, 12]);
    expect([counts.requests, (await titles()).length]).toEqual([4, 7]);
  });

  test('an error of `write` names its row, and nothing of its request is written', async () => {
    const { client, titles } = open();
    const failing: typeof write = (it, row, index) => {
      if (index === 5) throw new RangeError('no title');
      write(it, row, index);
    };
    const run = progressOf(importRows(client, rowsOf(8), { key: 'a', write: failing, batchSize: 3 }));
    const error = await run.catch((it: unknown) => it);
    expect(error).toMatchObject({
      name: 'ImportError',
      index: 5,
      progress: { done: 3 },
      message: 'Import: row 5: no title',
    });
    expect(await titles()).toHaveLength(3);
  });

  test('rows can be asynchronous, and at most `concurrency` requests run at the same time', async () => {
    const { client, counts, titles } = open();
    const read = { count: 0, ahead: 0 };
    async function* rows() {
      for (const row of rowsOf(40)) {
        read.ahead = Math.max(read.ahead, ++read.count - counts.requests * 2);
        yield row;
      }
    }
    expect(
      await progressOf(importRows(client, rows(), { key: 'a', write, batchSize: 2, concurrency: 3 })),
    ).toHaveLength(20);
    expect((await titles()).toSorted()).toEqual(
      rowsOf(40)
        .map(({ title }) => title)
        .toSorted(),
    );
    expect(counts.most).toBe(3);
    // Only the next batch is in memory beside those of the requests.
    expect(read.ahead).toBeLessThanOrEqual(4);
  });

  test('an import that is left writes nothing afterwards', async () => {
    const { client, counts } = open();
    for await (const _ of importRows(client, rowsOf(40), { key: 'a', write, batchSize: 2, concurrency: 3 })) break;
    expect(counts.open).toBe(0);
    const { requests } = counts;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(counts.requests).toBe(requests);
  });

  test.each<[string, object]>([
    ['importRows: `key` must be 1 to 200 printable ASCII characters.', { key: '' }],
    ['importRows: `write` is required.', { write: undefined }],
    ['importRows: `batchSize` must be a whole number of 1 or more, but it is 0.', { batchSize: 0 }],
    ['importRows: `concurrency` must be a whole number of 1 or more, but it is 0.5.', { concurrency: 0.5 }],
    [
      'importRows: `from.done` must be a whole number of 0 or more, but it is -1.',
      { from: { done: -1, batchSize: 2 } },
    ],
    [
      'importRows: `batchSize` must be that of `from`, 2, but it is 3.',
      { from: { done: 2, batchSize: 2 }, batchSize: 3 },
    ],
    ['Did you mean `key`?', { kee: 'a' }],
  ])('%s', async (message, change) => {
    const { client, counts } = open();
    const options = { key: 'a', write, ...change } as never;
    await expect(progressOf(importRows(client, rowsOf(2), options))).rejects.toThrow(message);
    expect(counts.requests).toBe(0);
  });
});
