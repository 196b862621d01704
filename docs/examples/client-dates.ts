import { attributeDates, createClient } from '@linkage/client';
import { attribute, defineApi } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region dates
const day = z.codec(z.iso.date(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString().slice(0, 10),
});
const api = defineApi({
  tasks: { attributes: { due: attribute(day, { encode: (date) => z.encode(day, date), filter: true }) } },
});
// #endregion

const server = createServer(api, createMemorySources(api, { tasks: [{ id: '1', due: new Date('2026-01-31') }] }));
const fetch = toFetchHandler(server);

// #region client
const dates = attributeDates(api);
const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch, dates });

/** Moves a task by a day. */
export async function postpone(id: string) {
  const { data } = await client.get('tasks', id);
  const due = new Date(data.due.getTime() + 86_400_000);
  await client.update('tasks', id, { attributes: { due } });
  return due;
}
// #endregion
