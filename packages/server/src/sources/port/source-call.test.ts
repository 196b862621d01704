import { assertNotAborted } from '@linkage/core/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { api, records } from '../../../test/transcripts/blog-world.ts';
import { requests } from '../../../test/transcripts/requests.ts';
import { transcriptOf } from '../../../test/transcripts/transcript.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { SourceCall } from './data-source.ts';
import { callWith, RequestCall } from './source-call.ts';

const { AbortController } = globalThis;
let created = 0;
class Counted extends AbortController {
  constructor() {
    super();
    created++;
  }
}
beforeEach(() => {
  created = 0;
  globalThis.AbortController = Counted;
});
afterEach(() => {
  globalThis.AbortController = AbortController;
});

describe('a controller is created for a request', () => {
  test('never, if no source reads the signal: not for reads, writes, rules, hooks, or lists of operations', async () => {
    await transcriptOf(api, requests, () => ({ sources: createMemorySources(api, records) as never }));
    expect(created).toBe(0);
  }, 60_000);

  test('once, however often sources copy the call and read the signal', async () => {
    const sources = blogSources();
    const signals: AbortSignal[] = [];
    const { find, transaction } = sources.articles as Required<typeof sources.articles>;
    const articles = {
      ...sources.articles,
      find: (...given: Parameters<typeof find>) => {
        signals.push(given[2].signal);
        return find(...given);
      },
      transaction: ((run, call) =>
        transaction((inner) => {
          signals.push(call.signal, inner.signal);
          return run({ ...inner, copied: true } as never);
        }, call)) as typeof transaction,
    };
    const server = createServer(blog, { ...sources, articles });
    const body = { data: { type: 'articles', id: '1', attributes: { title: 'New' } } };
    expect((await send(server, 'PATCH /articles/1', body)).status).toBe(200);
    expect([created, signals.length > 1, new Set(signals).size]).toEqual([1, true, 1]);
  });
});

describe('a copy of a call', () => {
  const reason = new Error('over');
  const callOf = (check: () => void = () => undefined): SourceCall =>
    new RequestCall({ context: 'Ann', check, signal: () => new Counted().signal });

  test('has its members, the signal, and what the server adds', () => {
    const ofServer = { place: 1 };
    const call = callWith(callWith(callOf(), { ofServer, transaction: 't' }), { forUpdate: true, conditions: [] });
    expect(created).toBe(0);
    expect(call).toMatchObject({ context: 'Ann', transaction: 't', forUpdate: true, conditions: [], ofServer });
    expect({ ...call }.signal).toBeInstanceOf(AbortSignal);
  });

  test('of a call that a source has copied has all of its members', () => {
    const copied = { ...callOf(), mine: 1 };
    expect(callWith(copied, { forUpdate: true })).toEqual({ ...copied, forUpdate: true });
    expect(created).toBe(1);
  });

  test('is aborted with the request, without a signal', () => {
    const aborted = callWith(
      callOf(() => {
        throw reason;
      }),
      { forUpdate: true },
    );
    expect(() => assertNotAborted(aborted)).toThrow(reason);
    expect(() => assertNotAborted(callOf())).not.toThrow();
    expect(created).toBe(0);
    expect(() => assertNotAborted({ context: undefined, signal: AbortSignal.abort(reason) })).toThrow(reason);
  });
});
