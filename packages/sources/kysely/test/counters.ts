import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { type Dialect, Kysely } from 'kysely';
import { z } from 'zod';
import { findLeak } from '../../../core/test/leak-markers.ts';
import { createKyselySources, type KyselySourceOptions } from '../src/index.ts';

const api = defineApi({ counters: { attributes: { value: z.number() }, clientGeneratedIds: true } });

/** The table of counters. `varchar` is also a type of MySQL that can be a primary key. */
export const counterTable = `create table counter (id varchar(20) primary key, value integer not null)`;

/** A server for counters, and a way to ask it. `leaks` names the answers that contain text of the server. */
export function serveCounters(dialect: Dialect, options: KyselySourceOptions = {}) {
  const db = new Kysely<never>({ dialect });
  const { counters } = createKyselySources(api, db, { counters: { table: 'counter' } }, options);
  const failures: unknown[] = [];
  const leaks: string[] = [];
  const server = createServer(api, { counters }, { onError: (error) => void failures.push(error) });
  async function send(method: string, id: string, value?: number, etag?: string, signal?: AbortSignal) {
    const data = { type: 'counters', id, attributes: { value } };
    const body = value === undefined ? undefined : JSON.stringify({ data });
    const url = method === 'POST' ? '/counters' : `/counters/${id}`;
    const headers = {
      'content-type': body === undefined ? undefined : 'application/vnd.api+json',
      'if-match': etag,
    };
    const given = signal === undefined ? {} : { signal };
    const { status, headers: sent, body: text } = await server.handle({ method, url, headers, body, ...given });
    const leak = findLeak(`${JSON.stringify(sent)}\n${text ?? ''}`);
    if (leak !== undefined) leaks.push(`${method} ${url} (${status}) leaks ${leak}`);
    const document = text === undefined ? undefined : JSON.parse(text);
    return {
      status,
      etag: sent['ETag'],
      retryAfter: sent['Retry-After'],
      value: document?.data?.attributes.value as number,
      code: document?.errors?.[0].code as string | undefined,
    };
  }
  /** Counts up on the condition that no other writer did; the status of the write. */
  async function countUp(id: string): Promise<number> {
    const read = await send('GET', id);
    if (read.status !== 200) return read.status;
    return (await send('PATCH', id, read.value + 1, read.etag)).status;
  }
  return { db, counters, send, countUp, failures, leaks };
}

const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set(['value'] as const), relationships: new Set<never>() };

/** Moves an amount from counter 1 to counter 2 in one transaction: their sum stays the same. */
export async function transfer(counters: ReturnType<typeof serveCounters>['counters'], amount: number): Promise<void> {
  await counters.transaction(async (inside) => {
    const found = await counters.find(['1', '2'], selection, { ...inside, forUpdate: true });
    for (const { id, value = 0 } of found) {
      const changed = id === '1' ? value - amount : value + amount;
      await counters.update(
        String(id),
        { type: 'counters', id: String(id), attributes: { value: changed }, relationships: {} },
        inside,
      );
    }
  }, call);
}
