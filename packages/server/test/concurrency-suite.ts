import { expect } from 'vitest';

const mediaType = 'application/vnd.api+json';
const CLIENTS = 64;

/** A request over whatever way, and what comes back. */
export type Send = (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<{ readonly status: number; readonly etag: string | undefined; readonly text: string }>;

/** A number in an attribute of one resource, which many clients count up. */
export interface Counter {
  readonly type: string;
  readonly id: string;
  readonly attribute: string;
}

/** Reads the counter and writes it back with one more, if no other request changed it. Returns the status of the write. */
async function countUp(send: Send, { type, id, attribute }: Counter): Promise<number> {
  const url = `/${type}/${id}`;
  const read = await send('GET', `${url}?fields[${type}]=${attribute}`, { Accept: mediaType });
  expect(read.status).toBe(200);
  const value: number = JSON.parse(read.text).data.attributes[attribute];
  const body = JSON.stringify({ data: { type, id, attributes: { [attribute]: value + 1 } } });
  const { status } = await send('PATCH', url, { 'Content-Type': mediaType, 'If-Match': read.etag ?? '' }, body);
  return status;
}

async function countOf(send: Send, { type, id, attribute }: Counter): Promise<number> {
  return JSON.parse((await send('GET', `/${type}/${id}`, {})).text).data.attributes[attribute];
}

/**
 * 64 clients read, change and write one resource at the same time, first each once, then each until it succeeds: what
 * the resource says at the end is the number of writes that were told they succeeded.
 */
export async function expectNoLostUpdate(send: Send, counter: Counter): Promise<void> {
  const clients = Array.from({ length: CLIENTS });
  const before = await countOf(send, counter);
  const statuses = await Promise.all(clients.map(() => countUp(send, counter)));
  const successes = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status === 412)).toHaveLength(CLIENTS - successes);
  expect(successes).toBeGreaterThan(0);
  // Otherwise they came one after the other, and nothing was tried.
  expect(successes).toBeLessThan(CLIENTS);
  expect(await countOf(send, counter)).toBe(before + successes);

  const untilDone = async (): Promise<void> => {
    while ((await countUp(send, counter)) !== 200);
  };
  await Promise.all(clients.map(untilDone));
  expect(await countOf(send, counter)).toBe(before + successes + CLIENTS);
}

/** Sends through `fetch` to an origin, with a socket for each request that is under way. */
export function sendTo(origin: string): Send {
  return async (method, url, headers, body) => {
    const response = await fetch(origin + url, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: response.status, etag: response.headers.get('etag') ?? undefined, text: await response.text() };
  };
}
