import fc from 'fast-check';
import { openBlog } from '../blog.ts';
import { changedStrings } from '../mutate-url.ts';
import { MEDIA_TYPE } from '../send-request.ts';

/** A walk with a cursor of the server, joined and changed. */
export const cursors = fc.record({
  list: fc.constantFrom(
    '/people?',
    '/people?sort=-name&',
    '/people?sort=friend.name&',
    '/articles?sort=words&',
    '/articles/4/related?',
  ),
  name: fc.constantFrom('after', 'before'),
  take: fc.nat(3),
  change: changedStrings(fc.constant('')),
  at: fc.nat(120),
});
export type CursorInput = typeof cursors extends fc.Arbitrary<infer Input> ? Input : never;

const cursorsByList = new Map<string, readonly string[]>();

async function cursorsOf(list: string): Promise<readonly string[]> {
  const known = cursorsByList.get(list);
  if (known !== undefined) return known;
  const headers = { accept: `${MEDIA_TYPE};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"` };
  const { body = '{}' } = await openBlog().server.handle({ method: 'GET', url: list, headers });
  const { data = [] } = JSON.parse(body) as {
    readonly data?: readonly { readonly meta?: { readonly page?: { readonly cursor?: string } } }[];
  };
  const found = data.map(({ meta }) => meta?.page?.cursor ?? '');
  cursorsByList.set(list, found);
  return found;
}

/** Returns the URL of a page from a changed cursor. */
export async function cursorUrl({ list, name, take, change, at }: CursorInput): Promise<string> {
  const found = await cursorsOf(list);
  const cursor = found[take % Math.max(1, found.length)] ?? '';
  const place = at % (cursor.length + 1);
  const text = cursor.slice(0, place) + change + cursor.slice(place + (change === '' ? 0 : 1));
  return `${list}page[${name}]=${encodeURIComponent(text.toWellFormed())}&page[size]=2`;
}

/** The headers of a request for pages with cursors. */
export const profile = {
  accept: `${MEDIA_TYPE};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`,
};
