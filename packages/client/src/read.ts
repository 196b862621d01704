import { queryText, readOptions } from '@linkage/core/internal';
import { type Answer, type AnswerParts, confirmableRemake, createAnswer } from './answer.ts';
import { type ReadOptions, readOptionTable } from './client-options.ts';
import { exchange, unexpected } from './exchange.ts';
import { createPage, type Page, type ReadPage } from './page.ts';
import { memberAt, type Setup } from './setup.ts';

/** The primary data that a read expects. */
export type Expected = 'one' | 'many' | 'any';

/** Reads a URL: a page if the primary data is a collection, otherwise an answer. */
async function readUrl(
  setup: Setup,
  expected: Expected,
  url: string,
  signal: AbortSignal | undefined,
  known?: Answer<unknown> | undefined,
  index = 0,
): Promise<Answer<unknown>> {
  const remake = known && confirmableRemake(known);
  const { reply, document } = await exchange(setup, {
    method: 'GET',
    url,
    signal,
    headers: { 'If-None-Match': remake && known.etag },
    body: null,
  });
  if (reply.status === 304 && remake) return remake(known.document, true);
  const data = memberAt(document, 'data');
  if (document === undefined || typeof data !== 'object') throw unexpected(reply, 'contain data');
  const isMany = Array.isArray(data);
  // FET-07: null is the answer for a resource that can be absent, as that of a to-one relationship.
  if (expected === 'one' ? isMany || data === null : expected === 'many' && !isMany) {
    throw unexpected(reply, `contain ${expected === 'one' ? 'one resource' : 'a collection'}`);
  }
  const parts: AnswerParts = { reply, notModified: false, wait: undefined };
  if (!isMany) return createAnswer(document, parts);
  const readPage: ReadPage = (next, nextSignal, at) =>
    readUrl(setup, 'many', next, nextSignal, undefined, at) as Promise<Page<unknown>>;
  return createPage(setup, document, parts, readPage, signal, index);
}

/** Reads a URL with query parameters. */
export async function read(
  setup: Setup,
  where: string,
  expected: Expected,
  url: string,
  query: object = {},
  options: ReadOptions = {},
): Promise<Answer<unknown>> {
  const { signal, previous } = readOptions(`client.${where}`, options, readOptionTable);
  const search = queryText(query);
  return readUrl(setup, expected, search === '' ? url : `${url}?${search}`, signal, previous as Answer<unknown>);
}
