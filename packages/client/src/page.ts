import type { JsonApiDocument } from '@linkage/core';
import { type Answer, type AnswerParts, answerMembers, finishAnswer, signalOf, type WaitOptions } from './answer.ts';
import { ClientError } from './client-error.ts';
import { linkOf, resolveLink } from './links.ts';
import { memberAt, type Setup } from './setup.ts';

/** One page of a collection. Iterating reads its resources, and those of all further pages. */
export interface Page<Item> extends Answer<readonly Item[]>, AsyncIterable<Item> {
  /** The number of resources on all pages. Undefined if the server does not send it. */
  readonly total: number | undefined;
  /** Whether the document links to a next page. */
  readonly hasNext: boolean;
  /** Whether the document links to a previous page. */
  readonly hasPrev: boolean;
  /** Reads the page of `links.next`. Returns undefined if there is none. */
  next(options?: WaitOptions): Promise<Page<Item> | undefined>;
  /** Reads the page of `links.prev`. Returns undefined if there is none. */
  prev(options?: WaitOptions): Promise<Page<Item> | undefined>;
}

function totalOf(document: JsonApiDocument, path: readonly string[]): number | undefined {
  const total = memberAt(document, 'meta', ...path);
  return typeof total === 'number' ? total : undefined;
}

/** Reads a page. `index` is the number of its `next` links, less that of its `prev` links, from the page that the call read. */
export type ReadPage = (url: string, signal: AbortSignal | undefined, index: number) => Promise<Page<unknown>>;

/** Creates a page. Without a signal of their own, `next`, `prev`, and the iteration use the signal of the call. */
export function createPage(
  setup: Setup,
  document: JsonApiDocument,
  parts: AnswerParts,
  readPage: ReadPage,
  signal: AbortSignal | undefined,
  index: number,
): Page<unknown> {
  const { url } = parts.reply;
  const follow = async (name: 'next' | 'prev', options?: WaitOptions): Promise<Page<unknown> | undefined> => {
    const optionSignal = signalOf(`page.${name}`, options);
    const link = linkOf(document, name);
    if (link === undefined) return undefined;
    const target = resolveLink(link, url, setup.origin);
    const at = name === 'next' ? index + 1 : index - 1;
    if (target === url) throw circle(name);
    if (Math.abs(at) >= setup.maxPages) {
      throw new ClientError('rejected', `The \`${name}\` links must end after ${setup.maxPages} pages (\`maxPages\`).`);
    }
    return readPage(target, optionSignal ?? signal, at);
  };
  const page: Page<unknown> = {
    ...(answerMembers(document, parts) as Answer<readonly unknown[]>),
    total: totalOf(document, setup.totalName),
    hasNext: linkOf(document, 'next') !== undefined,
    hasPrev: linkOf(document, 'prev') !== undefined,
    next: (options) => follow('next', options),
    prev: (options) => follow('prev', options),
    [Symbol.asyncIterator]: () => itemsFrom(page),
  };
  return finishAnswer(page, parts);
}

const circle = (name: string): ClientError =>
  new ClientError('rejected', `The \`${name}\` links must not form a circle.`);

async function* itemsFrom(first: Page<unknown>): AsyncGenerator<unknown> {
  const links = new Set<string>();
  for (let page: Page<unknown> | undefined = first; page !== undefined; page = await page.next()) {
    yield* page.data;
    const link = linkOf(page.document, 'next');
    if (link === undefined) return;
    if (links.has(link)) throw circle('next');
    links.add(link);
  }
}
