import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { type Dialect, Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources } from '../src/index.ts';

const api = defineApi({ counters: { attributes: { value: z.number() }, clientGeneratedIds: true } });

/** The table of counters. `varchar` is also a type of MySQL that can be a primary key. */
export const counterTable = `create table counter (id varchar(20) primary key, value integer not null)`;

/** A server for counters, and a way to ask it. */
export function serveCounters(dialect: Dialect) {
  const db = new Kysely<never>({ dialect });
  const { counters } = createKyselySources(api, db, { counters: { table: 'counter' } });
  const failures: unknown[] = [];
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
    const document = text === undefined ? undefined : JSON.parse(text);
    return {
      status,
      etag: sent['ETag'],
      retryAfter: sent['Retry-After'],
      value: document?.data?.attributes.value as number,
      code: document?.errors?.[0].code as string | undefined,
    };
  }
  /** Counts up on the condition that nobody else did; the status of the write. */
  async function countUp(id: string): Promise<number> {
    const read = await send('GET', id);
    if (read.status !== 200) return read.status;
    return (await send('PATCH', id, read.value + 1, read.etag)).status;
  }
  return { db, counters, send, countUp, failures };
}
