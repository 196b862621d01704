/** The table over APIs that offer less: what they do not tell is not shown, and what they lack is not offered. */
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../page/state/json.ts';
import { placeOf } from '../page/state/list-place.ts';
import { answered, openPage, seriousIssues, startBrowser, writesOf } from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { serveBefore } from './listen.ts';

const follow = (link: string): string | undefined => (link.startsWith('/') ? link : undefined);
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ type: 'people', id: `${index}` }));
const document = (count: number, links: object, meta: object = {}): Json =>
  ({ data: rows(count), links, meta }) as unknown as Json;

test.each<[what: string, target: string, Json, object]>([
  ['nothing', '/p', document(3, {}), {}],
  ['a total', '/p', document(3, {}, { total: 3 }), { total: 3 }],
  ['a total that is less than the rows', '/p', document(3, {}, { count: 2 }), {}],
  ['the number of its rows, and another page', '/p', document(3, { next: '/p?x=2' }, { count: 3 }), {}],
  [
    'numbers',
    '/p?page[number]=2',
    document(5, {
      first: '/p?page[number]=1&page[size]=5',
      next: '/p?page[number]=3&page[size]=5',
      last: '/p?page[number]=4&page[size]=5',
    }),
    { page: 2, first: 6, pages: 4 },
  ],
  [
    'numbers from 0, and a total',
    '/p?page[number]=1&page[size]=5',
    document(
      2,
      { first: '/p?page[number]=0&page[size]=5', prev: '/p?page[number]=0&page[size]=5' },
      { page: { total: 7 } },
    ),
    { page: 2, first: 6, total: 7, pages: 2 },
  ],
  [
    'offsets',
    '/p?page[offset]=10&page[limit]=5',
    document(5, { next: '/p?page[offset]=15&page[limit]=5' }, { 'record-count': 21 }),
    { page: 3, first: 11, total: 21, pages: 5 },
  ],
  [
    'an offset between pages',
    '/p?page[offset]=3',
    document(5, { next: '/p?page[offset]=8&page[limit]=5' }),
    { first: 4 },
  ],
  [
    'cursors',
    '/p?page[after]=x',
    document(5, { next: '/p?page[after]=y', prev: '/p?page[before]=x' }, { total: 99 }),
    { total: 99 },
  ],
  [
    'a size that the server does not use',
    '/p?page[number]=2&page[size]=9',
    document(5, { first: '/p?page[number]=1', next: '/p?page[number]=3' }, { total: 20 }),
    { page: 2, total: 20 },
  ],
  ['a page without a first one', '/p?page=2', document(5, { next: '/p?page=3' }), {}],
  [
    'a page that its links contradict',
    '/p?page=9',
    document(5, { first: '/p?page=1', last: '/p?page=3' }),
    { page: 9 },
  ],
])('a list with %s', (_, target, list, place) => {
  const { targetOfPage, ...found } = placeOf(list, target, follow, undefined);
  expect(found).toEqual(place);
});

test('the target of a page keeps the rest of the query, and the way in which the API counts', () => {
  const links = { first: '/p?page[number]=0&page[size]=5', next: '/p?page[number]=1&page[size]=5' };
  const { targetOfPage } = placeOf(document(5, links), '/p?sort=a&page[size]=5', follow, undefined);
  expect(targetOfPage?.(3)).toBe('/p?sort=a&page[size]=5&page[number]=2');
  const offsets = { next: '/p?page[offset]=5&page[limit]=5' };
  const second = placeOf(document(5, offsets), '/p?page[offset]=0', follow, undefined);
  expect(second.targetOfPage?.(3)).toBe('/p?page[offset]=10');
});

/** An API without a description, operations, and versions: 12 people in pages of 5. */
function createForeignApi() {
  const people = new Map(Array.from({ length: 12 }, (_, index) => [`${index + 1}`, { name: `Person ${index + 1}` }]));
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    const [, , , id] = url.pathname.split('/');
    const respond = (status: number, body?: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/vnd.api+json' });
      response.end(body && JSON.stringify(body));
    };
    const one = (key: string) => ({ type: 'people', id: key, attributes: people.get(key) });
    const error = (status: number, title: string): void => respond(status, { errors: [{ title }] });
    if (!url.pathname.startsWith('/v1/people')) return error(404, 'Nothing here');
    if (id === undefined) {
      const offset = Number(url.searchParams.get('page[offset]') ?? 0);
      const data = [...people.keys()].slice(offset, offset + 5).map(one);
      const next = offset + 5 < people.size ? `/v1/people?page[offset]=${offset + 5}&page[limit]=5` : null;
      return respond(200, { data, links: { next } });
    }
    if (!people.has(id)) return error(404, 'No such person');
    if (request.method === 'GET') return respond(200, { data: one(id) });
    if (id === '2') return error(409, 'Person 2 is locked');
    if (request.method === 'DELETE') people.delete(id);
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      people.set(id, JSON.parse(Buffer.concat(chunks).toString()).data.attributes);
    }
    response.writeHead(204).end();
  });
}

inChromium('the table of an API that offers less', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  async function explore(
    width: number,
    steps: (page: Page, written: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const api = createForeignApi();
    const { host, origin } = await serveBefore(api);
    const { page, problems } = await openPage(browser, `${origin}/#GET /people`, { width });
    const written = writesOf(page, (it) => `${it.method()} ${new URL(it.url()).pathname.split('/').at(-1)}`);
    try {
      await answered(page, '200');
      await page.getByRole('rowheader').first().waitFor();
      await steps(page, written);
      expect(await seriousIssues(page)).toEqual([]);
      await expectNoOverflow(page, width);
      expect(problems).toEqual([]);
    } finally {
      await page.context().close();
      host.close();
      api.close();
    }
  }
  const caption = (page: Page): Promise<string | null> => page.locator('caption').textContent();

  test.each([1280, 390])('no total and no search at %i px; the next page has its number and its rows', (width) =>
    explore(width, async (page) => {
      await expect.poll(() => caption(page)).toBe('Primary data: 5 resources, 1 to 5');
      await expect.poll(() => page.getByLabel('Search the list').count()).toBe(0);
      await page.getByRole('link', { name: 'next' }).click();
      await expect.poll(() => caption(page)).toBe('Primary data: 5 resources, 6 to 10');
      await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('2');
    }),
  );

  test.each([1280, 390])('at %i px, selected rows are deleted one by one, with a report', (width) =>
    explore(width, async (page, written) => {
      for (const id of ['1', '2', '3']) await page.getByLabel(`Select people ${id}`).check();
      await page.getByRole('button', { name: 'Delete 3', exact: true }).click();
      const list = page.getByRole('region', { name: 'Operations', exact: true });
      await list.getByText('so the page sends them one by one').waitFor();
      expect(written).toEqual([]);
      await list.getByRole('button', { name: 'Send 3 operations one by one' }).click();
      await list.getByText('2 of 3 are done, 1 failed.').waitFor();
      expect(written).toEqual(['DELETE 1', 'DELETE 2', 'DELETE 3']);
      const failed = list.locator('.operation.failed');
      await expect.poll(() => failed.locator('summary').allTextContents()).toEqual(['2. remove people 2']);
      await failed.getByText('Person 2 is locked').waitFor();
      await expect.poll(() => page.getByRole('rowheader').first().getByRole('link').textContent()).toBe('2');
      // What has failed can be sent again, and what is done is not.
      await list.getByRole('button', { name: 'Send the operation' }).click();
      await expect.poll(() => written.length).toBe(4);
      expect(written[3]).toBe('DELETE 2');
    }),
  );

  test('a value that is edited in its cell has no condition, and the page says so', () =>
    explore(1280, async (page, written) => {
      await page.getByRole('cell', { name: 'Person 3' }).getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('does not send a strong ETag').waitFor();
      await dialog.getByLabel('name').fill('Ada');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: 'Ada' }).waitFor();
      expect(written).toEqual(['PATCH 3']);
      await page.getByRole('cell', { name: 'Person 2' }).getByRole('button').click();
      await dialog.getByLabel('name').fill('Grace');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Person 2 is locked').waitFor();
      await expect.poll(() => dialog.getByLabel('name').inputValue()).toBe('Grace');
    }));
});
