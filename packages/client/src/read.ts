import { ownMember, queryText, readOptions } from '@linkage/core/internal';
import { type Answer, createAnswer, isConfirmable, remakeOf } from './answer.ts';
import { type ReadOptions, readOptionTable } from './client-options.ts';
import { exchange, unexpected } from './exchange.ts';
import { createPage } from './page.ts';
import type { Setup } from './setup.ts';

/** The primary data that a read expects. */
export type Expected = 'one' | 'many' | 'any';

/** Reads a URL: a page if the primary data is a collection, otherwise an answer. */
export async function read(
  setup: Setup,
  where: string,
  expected: Expected,
  url: string,
  query: object = {},
  options: ReadOptions = {},
): Promise<Answer<unknown>> {
  const { signal, previous } = readOptions(`client.${where}`, options, readOptionTable);
  const given = previous as Answer<unknown> | undefined;
  const known = given !== undefined && isConfirmable(given) ? given : undefined;
  const search = queryText(query);
  const address = search === '' ? url : `${url}?${search}`;
  const { reply, document } = await exchange(setup, { method: 'GET', url: address, signal, ifNoneMatch: known?.etag });
  const remake = known && remakeOf(known);
  if (reply.status === 304 && known && remake) return remake(known.document, true);
  const data = document && ownMember(document, 'data');
  if (document === undefined || data === undefined) throw unexpected(reply, 'contain data');
  const isMany = Array.isArray(data);
  if (expected !== 'any' && isMany !== (expected === 'many')) {
    throw unexpected(reply, isMany ? 'contain one resource' : 'contain a collection');
  }
  return isMany ? createPage(setup, document, { reply }, signal) : createAnswer(document, { reply });
}
