/** The tests of sentences share this: a page is read once, and the sentences are about the server of one small API. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type DataSource } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readPages } from '../../scripts/docs/markdown.ts';
import { root } from '../../scripts/workspace.ts';

/** Without line ends, also those of quotations. */
const plain = (text: string): string => text.replace(/^> /gm, '').replace(/\s+/g, ' ');
const pages = new Map(readPages(['docs/**/*.md']).map(({ path, text }) => [path, plain(text)]));

/** Tests a sentence of a page. */
export function fact(page: string, sentence: string, check: () => unknown): void {
  test(`${page}: ${sentence}`, async () => {
    expect(pages.get(`docs/${page}`)).toContain(plain(sentence));
    await check();
  });
}

/** A sentence, the file of a test that proves it, and the title of the test, or a part of its code. */
export type Proof = readonly [sentence: string, file: string, title: string];
/** Tests that sentences of a page are proven by tests of packages. */
export function proven(page: string, ...proofs: readonly Proof[]): void {
  for (const [sentence, file, title] of proofs)
    fact(page, sentence, () =>
      expect(readFileSync(join(root, file), 'utf8').includes(title), `${file}: ${title}`).toBe(true),
    );
}

export const api = defineApi({
  notes: {
    attributes: {
      title: attribute(z.string(), { filter: true, sort: true }),
      size: attribute(z.int().nullable(), { filter: true }),
    },
    relationships: { author: toOne('people', { filter: true }), readers: toMany('people') },
    clientGeneratedIds: true,
  },
  people: { attributes: { name: attribute(z.string(), { filter: true }) } },
});
export const note = (id: string, more: object = {}) => ({
  id,
  title: `Note ${id}`,
  size: 1,
  author: '9',
  readers: [],
  ...more,
});
const records = () => ({
  notes: [note('1'), note('2', { size: null }), note('3', { title: 'a,b', author: null })],
  people: [{ id: '9', name: 'Ada' }],
});

type Options = NonNullable<Parameters<typeof createServer<typeof api>>[2]>;
const failures: unknown[] = [];
export const serve = (options: object = {}, sources: object = createMemorySources(api, records())) =>
  createServer(
    api,
    sources as never,
    { onError: (error: unknown) => void failures.push(error), ...options } as Options,
  );

export const mediaType = 'application/vnd.api+json';
/** Sends a request, and returns the response with its document. A string is a body, other data is the data of a document. */
export async function send(
  server: Pick<ReturnType<typeof serve>, 'handle'>,
  line: string,
  data?: unknown,
  headers: Record<string, string> = {},
) {
  const [method = '', url = ''] = line.split(' ');
  const body = data === undefined ? {} : { body: typeof data === 'string' ? data : JSON.stringify({ data }) };
  const response = await server.handle({ method, url, headers: { 'content-type': mediaType, ...headers }, ...body });
  return { ...response, document: JSON.parse(response.body === '' ? '{}' : (response.body ?? '{}')) };
}
export const idsOf = async (query: string): Promise<readonly string[]> =>
  (await send(serve(), `GET /notes?${query}`)).document.data.map(({ id }: { id: string }) => id);
export const statusOf = async (line: string, options?: object, source?: object): Promise<number> =>
  (await send(serve(options, source), line)).status;
/** A source of notes that finds what a function returns. */
export const found = (find: () => unknown): object => ({ notes: { find } as unknown as DataSource, people: {} });
