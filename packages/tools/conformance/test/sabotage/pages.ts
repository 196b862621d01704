// biome-ignore-all lint/suspicious/noAssignInExpressions: each line breaks one thing
// biome-ignore-all lint/performance/noDelete: members must be absent
import { type Any, errorDocument, every, goodDocument, ignoring, type Sabotage } from './sabotage.ts';

const any = (): boolean => true;

/** Servers whose cursor pagination is broken. */
export const cursorSabotage: readonly Sabotage[] = [
  {
    name: 'prev is omitted',
    row: 'CUR-26',
    handle: goodDocument(any, (it) => it.links?.prev === null && delete it.links.prev),
  },
  {
    name: 'next of the last page is a link',
    row: 'CUR-28',
    handle: goodDocument(any, (it) => it.links && it.links.next === null && (it.links.next = it.links.self.href)),
  },
  {
    name: 'prev of the first page is a link',
    row: 'CUR-29',
    handle: goodDocument(any, (it) => it.links?.prev === null && (it.links.prev = it.links.self.href)),
  },
  {
    name: 'a cut range does not say so',
    row: 'CUR-21',
    handle: goodDocument(any, (it) => it.meta?.page && delete it.meta.page.rangeTruncated),
  },
  {
    name: 'sizes are not checked',
    row: 'CUR-10',
    handle: ignoring((request) => /size%5D=(0|-1|x|1\.5)/.test(request.url), /^page\[size/),
  },
  {
    name: 'the largest size is not checked',
    row: 'CUR-12',
    handle: ignoring((request) => /size%5D=6/.test(request.url), /^page\[size/),
  },
  {
    name: 'the error has no maxSize',
    row: 'CUR-34',
    handle: errorDocument((errors) => every(errors, (error) => delete error.meta)),
  },
  {
    name: 'errors have no type',
    row: 'CUR-33',
    handle: errorDocument((errors) => every(errors, (error) => delete error.links)),
  },
  {
    name: 'an invalid cursor is ignored',
    row: 'CUR-18',
    handle: ignoring((request) => /no-cursor/.test(request.url), /^page\[(after|before)/),
  },
  {
    name: 'after includes its item',
    row: 'CUR-15',
    handle: goodDocument(
      (request) => /after%5D=c-a/.test(request.url),
      (it) => it.data.unshift({ type: 'items', id: 'a' }),
    ),
  },
  {
    name: 'before is reversed',
    row: 'CUR-16',
    handle: goodDocument(
      (request) => /before%5D=/.test(request.url),
      (it) => it.data.reverse(),
    ),
  },
  {
    name: 'pages are not full',
    row: 'CUR-14',
    handle: goodDocument(
      (request) => /size%5D=2/.test(request.url),
      (it) => it.data.pop(),
    ),
  },
  {
    name: 'the total is that of the page',
    row: 'CUR-31',
    handle: goodDocument(any, (it) => it.meta?.page && (it.meta.page.total = it.data.length)),
  },
  { name: 'page is a number', row: 'CUR-23', handle: goodDocument(any, (it) => it.meta && (it.meta.page = 7)) },
  {
    name: 'the order changes',
    row: 'CUR-03',
    handle: (() => {
      let count = 0;
      return goodDocument(any, (it: Any) => count++ % 3 === 0 && Array.isArray(it.data) && it.data.reverse());
    })(),
  },
];
