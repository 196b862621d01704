/** What a list offers above its table in Chromium: a search, columns, saved views, exports, and the query about included members. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { csvCell } from '../page/state/export.ts';
import { answered, type PageOptions, seriousIssues } from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

const jsonApi = 'application/vnd.api+json';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\r\n=1', `"'\r\n=1"`],
  ['a"b,c', '"a""b,c"'],
  [-1, '-1'],
  [null, ''],
  [true, 'true'],
  [['=1'], '"[""=1""]"'],
])('the cell of %j in comma-separated values is %j', (value, text) => {
  expect(csvCell(value)).toBe(text);
});

inChromium('the tools of the table', () => {
  const explorer = useExplorer();

  async function open(hash: string, options?: PageOptions): Promise<Page> {
    const page = await explorer.open(hash, options);
    await answered(page, '200');
    await page.getByRole('rowheader').first().waitFor();
    return page;
  }
  const path = (page: Page): Promise<string> => page.getByLabel('Path and query').inputValue();
  const headers = (page: Page): Promise<string[]> =>
    page.locator('table').first().getByRole('columnheader').allTextContents();
  async function saved(page: Page, button: string): Promise<string> {
    // What is open stays open.
    const isOpen = (await page.getByRole('button', { name: / as CSV$/ }).count()) > 0;
    if (!isOpen) await page.getByText('Export', { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return readFileSync(await file.path(), 'utf8');
  }
  /** Makes the API return these articles, in pages of two. */
  async function serveRows(
    page: Page,
    rows: readonly object[],
    statusOfPage = (_: number): number => 200,
  ): Promise<void> {
    await page.route('**/api/people?*', (route) => {
      const number = Number(new URL(route.request().url()).searchParams.get('page[number]') ?? 1);
      const next = number * 2 < rows.length ? `/api/people?page[number]=${number + 1}` : null;
      const data = rows.slice(number * 2 - 2, number * 2);
      const body = JSON.stringify({ data, links: { first: '/api/people?page[number]=1', next } });
      return route.fulfill({
        status: statusOfPage(number),
        contentType: jsonApi,
        body,
        headers: { 'Retry-After': '0' },
      });
    });
    await page.goto(`${explorer.origin}/explorer#GET /people?page[number]=1`);
  }

  test.each([{ width: 1280 }, { width: 390, touch: true, dark: true }])(
    'columns are chosen, ordered, and kept for their type (%j)',
    async (options) => {
      const page = await open('#GET /articles?page[size]=2', options);
      await page.getByText('Columns (5)').click();
      await page.getByRole('checkbox', { name: 'words' }).uncheck();
      await page.getByRole('button', { name: 'Move state to the left' }).click();
      await expect.poll(() => headers(page)).toEqual([' id', 'state', 'title ↕', 'author', 'comments']);
      expect(await seriousIssues(page)).toEqual([]);
      // The focus stays with the column that moves, also at the end.
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Move state to the left',
      );
      await page.reload();
      await page.getByText('Columns (4 of 5)').click();
      await expect.poll(() => headers(page)).toEqual([' id', 'state', 'title ↕', 'author', 'comments']);
      await expectNoOverflow(page, options.width);
      await page.getByRole('button', { name: 'Show all columns' }).click();
      await page.getByText('Columns (5)').waitFor();
    },
  );

  test('a view has a name, filters, an order, and columns; without storage it lasts until the page is left', async () => {
    const page = await explorer.open('');
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new Error('forbidden');
        },
      });
    });
    await page.goto(
      `${explorer.origin}/explorer?forbidden#GET /articles?filter[words][ge]=100&sort=-words&page[size]=2&page[number]=2`,
    );
    await page.getByText('Columns (5)').click();
    await page.getByRole('checkbox', { name: 'state' }).uncheck();
    await page.getByText('Views (0)').click();
    await page.getByLabel('Name of the view').fill('Long ones');
    await page.getByRole('button', { name: 'Save the view' }).click();
    await page.getByRole('button', { name: 'Show all columns' }).click();
    await page.getByText('Columns (5)').waitFor();
    await page.goto(`${explorer.origin}/explorer?forbidden#GET /people`);
    await page.getByText('Views (0)').waitFor();
    await page.goto(`${explorer.origin}/explorer?forbidden#GET /articles`);
    // What is open stays open.
    await page.getByRole('link', { name: 'Long ones' }).click();
    await expect.poll(() => path(page)).toBe('/articles?filter[words][ge]=100&sort=-words&page[size]=2');
    await page.getByText('Columns (4 of 5)').waitFor();
    await page.getByRole('button', { name: 'Remove the view Long ones' }).click();
    await page.getByText('Views (0)').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Views (0)');
  });

  test('one search finds a text in the text fields, and stays with filters', async () => {
    const page = await open('#GET /articles?filter[state]=draft&page[size]=5&page[number]=2');
    await page.getByLabel('Search the list').fill('article 1');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => path(page))
      .toBe('/articles?filter[state]=draft&page[size]=5&filter[title][iContains]=article%201');
    await expect.poll(() => page.locator('caption').first().textContent()).toContain('of 6');
    await page.reload();
    await expect.poll(() => page.getByLabel('Search the list').inputValue()).toBe('article 1');
    await page.getByLabel('Search the list').fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => path(page)).toBe('/articles?filter[state]=draft&page[size]=5');
    // No field of people can be searched.
    await page.goto(`${explorer.origin}/explorer#GET /people`);
    await page.getByText('Columns (2)').waitFor();
    await expect.poll(() => page.getByLabel('Search the list').count()).toBe(0);
  });

  test('the rows of all pages, or the selected ones, are saved', async () => {
    const page = await open('#GET /articles?filter[words][le]=70&fields[articles]=title,words,author&page[size]=2');
    await page.getByText('Columns (3)').waitFor();
    const text = await saved(page, 'All 7 rows as CSV');
    expect(text.split('\r\n')).toEqual([
      '\u{feff}type,id,title,words,author',
      ...[1, 2, 3, 4].map((id) => `articles,${id},Article ${id},${id}0,1`),
      'articles,5,"<img src=x onerror=""document.title=1"">",50,1',
      ...[6, 7].map((id) => `articles,${id},Article ${id},${id}0,1`),
      '',
    ]);
    await page.getByText('Saved 7 rows in articles.csv').waitFor();
    await page.getByLabel('Select articles 2').check();
    const { data } = JSON.parse(await saved(page, '1 selected as JSON'));
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['2']);
    expect(JSON.parse(await saved(page, 'All 7 rows as JSON')).data[6].attributes).toEqual({
      title: 'Article 7',
      words: 70,
    });
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('an export waits if the server asks for it, ends with a failure or on request, and saves no part', async () => {
    const page = await open('#GET /articles?page[size]=2');
    const rows = ['1', '2', '3'].map((id) => ({ type: 'people', id, attributes: { name: `=${id}` } }));
    const statuses = [429, 503, 200, 500];
    await serveRows(page, rows, (number) => (number === 2 ? (statuses.shift() ?? 200) : 200));
    expect(await saved(page, 'All rows as CSV')).toContain("people,3,'=3");
    const files: unknown[] = [];
    page.on('download', (it) => files.push(it));
    await page.getByRole('button', { name: 'All rows as CSV' }).click();
    await page.getByText('The server responds with 500').waitFor();
    await page.route('**/api/people?page[number]=2', () => new Promise(() => undefined));
    await page.getByRole('button', { name: 'All rows as JSON' }).click();
    await page.getByText('2 rows').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Canceled.').waitFor();
    expect(files).toEqual([]);
  });

  test.each([{ width: 1280 }, { width: 390, touch: true }])(
    'the members of an included relationship have a filter, an order, and a size (%j)',
    async (options) => {
      const page = await open('#GET /articles?page[size]=1', options);
      if (options.width < 500) await page.getByText('Query (1)').click();
      await page.getByRole('checkbox', { name: 'comments', exact: true }).check();
      await page.getByText('Members of comments').click();
      const members = page.locator('.members-query');
      const accepted = page.waitForRequest((it) => it.url().includes('relatedQuery'));
      await members.getByLabel('Sort by').selectOption('-text');
      expect((await accepted).headers()['accept']).toContain('profile="https://');
      await answered(page, '200');
      await members.getByLabel('Page size').selectOption('5');
      await members.getByRole('button', { name: 'Add a filter' }).click();
      await members.getByLabel('Value of text').fill('Comment 2');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => path(page))
        .toBe(
          '/articles?page[size]=1&include=comments&relatedQuery[comments][sort]=-text&relatedQuery[comments][page][size]=5&relatedQuery[comments][filter][text]=Comment%202',
        );
      await answered(page, '200');
      await page.getByRole('table', { name: 'Included comments: 1 resource' }).waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      await expectNoOverflow(page, options.width);
      await page.getByRole('checkbox', { name: 'comments', exact: true }).uncheck();
      await expect.poll(() => path(page)).toBe('/articles?page[size]=1');
    },
  );
});
