import type { JsonApiDocument } from '@linkage/core';
import { ownMembers, readOptions } from '@linkage/core/internal';
import {
  type Answer,
  type AnswerParts,
  createAnswer,
  partsOf,
  type SavedAnswer,
  type ShareResources,
} from './answer.ts';
import { type ReadOptions, readOptionTable } from './client-options.ts';
import { exchange, unexpected } from './exchange.ts';
import { withQuery } from './links.ts';
import { createPage, type Page, type ReadPage } from './page.ts';
import { memberAt, type Reply, type Setup } from './setup.ts';

/** The primary data that a read expects. */
export type Expected = 'one' | 'many' | 'any';

/** Creates an answer: a page if the primary data is a collection. */
function answerOf(
  setup: Setup,
  document: JsonApiDocument | undefined,
  parts: AnswerParts,
  signal?: AbortSignal,
  index = 0,
): Answer<unknown> {
  if (document === undefined || !Array.isArray(memberAt(document, 'data'))) return createAnswer(document, parts);
  const readPage: ReadPage = (next, nextSignal, at) =>
    readUrl(setup, 'many', next, nextSignal, undefined, at) as Promise<Page<unknown>>;
  return createPage(setup, document, parts, readPage, signal, index);
}

/** Creates an answer from plain data, or from another answer. */
export function restore(
  setup: Setup,
  saved: SavedAnswer,
  share?: ShareResources,
  notModified = false,
  signal?: AbortSignal,
): Answer<unknown> {
  const { headers, document, etag, ...parts } = ownMembers(saved) as unknown as SavedAnswer;
  const reply = { ...parts, headers: new Headers(headers), dates: setup.dates } as unknown as Reply;
  return answerOf(setup, document, { reply, notModified, etag, wait: undefined, share }, signal);
}

/** Reads a URL. */
async function readUrl(
  setup: Setup,
  expected: Expected,
  url: string,
  signal: AbortSignal | undefined,
  known?: SavedAnswer | undefined,
  index = 0,
): Promise<Answer<unknown>> {
  const before = ownMembers(known) as Partial<SavedAnswer>;
  // A document that was patched has no such header.
  const etag = (before.document && new Headers(before.headers).get('ETag')) ?? undefined;
  const headers = { 'If-None-Match': etag };
  const { reply, document } = await exchange(setup, { method: 'GET', url, signal, headers, body: null });
  if (known && etag && reply.status === 304) return restore(setup, known, undefined, true, signal);
  const data = memberAt(document, 'data');
  if (typeof data !== 'object') throw unexpected(reply, 'contain data');
  const isMany = Array.isArray(data);
  // FET-07: null is the answer for a resource that can be absent, as that of a to-one relationship.
  if (expected === 'one' ? isMany || data === null : expected === 'many' && !isMany) {
    throw unexpected(reply, `contain ${expected === 'one' ? 'one resource' : 'a collection'}`);
  }
  return answerOf(setup, document, partsOf(reply), signal, index);
}

/** Reads a URL with query parameters. */
export async function read(
  setup: Setup,
  where: string,
  expected: Expected,
  url: string,
  query?: object,
  options: ReadOptions = {},
): Promise<Answer<unknown>> {
  const { signal, previous } = readOptions(`client.${where}`, options, readOptionTable);
  return readUrl(setup, expected, withQuery(url, query), signal, previous as SavedAnswer | undefined);
}
