/** A write asks for nothing that it has read: each step receives what an earlier one has found. */
import { afterEach, expect, test, vi } from 'vitest';
import { KnownRows } from '../../../server/src/sources/gateway/known-rows.ts';
import { recordCalls } from '../../../server/test/transcripts/recorder.ts';
import { repeatedReads } from '../../../server/test/transcripts/repeated-reads.ts';
import { api, sendAll, serverOf, stores } from './requests.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['without rules', false],
  ['with rules', true],
])('asks equal reads, %s', async (_, hasRules) => {
  const remembered = vi.spyOn(KnownRows.prototype, 'find');
  const lines: string[] = [];
  const sources = recordCalls(api as never, (await stores.sqlite()) as never, lines);
  const counts: Record<string, readonly unknown[]> = {};
  const server = serverOf(sources as never, hasRules);
  const handle = async (name: string, request: Parameters<typeof server.handle>[0]): Promise<void> => {
    lines.length = 0;
    remembered.mockClear();
    const { status } = await server.handle(request);
    if (request.method !== 'GET') counts[name] = [status < 300, remembered.mock.calls.length, repeatedReads(lines)];
  };
  await sendAll(server, '5', handle);
  expect(Object.keys(counts)).toContain('atomic update');
  for (const [name, found] of Object.entries(counts)) expect([name, ...found]).toEqual([name, true, 0, []]);
});

test('a read that an earlier one answers is found', () => {
  const locked = 'articles.find [1]; all fields; where published eq true; FOR UPDATE';
  const again = 'articles.find [1]; no fields; where published eq true';
  expect(repeatedReads([locked, again])).toEqual([again]);
  expect(repeatedReads([again, locked])).toEqual([]);
  expect(repeatedReads([locked, 'articles.update 1 {}', again])).toEqual([]);
  expect(repeatedReads([locked, 'articles.find [1]; no fields'])).toEqual([]);
});
