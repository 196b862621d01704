/** The table of a list in Chromium: its pages, the selection, and values that are edited in their cells. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, type PageOptions, seriousIssues, writesOf } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

const jsonApi = 'application/vnd.api+json';

inChromium('the table', () => {
  const explorer = useExplorer();

  async function open(hash: string, options?: PageOptions): Promise<Page> {
    const page = await explorer.open(hash, options);
    await answered(page, '200');
    await page.getByRole('rowheader').first().waitFor();
    return page;
  }
  const caption = (page: Page) => page.locator('caption').first();
  const path = (page: Page): Promise<string> => page.getByLabel('Path and query').inputValue();
  const attributeOf = async (id: string, name: string): Promise<unknown> =>
    (await (await fetch(`${explorer.origin}/api/articles/${id}`)).json()).data?.attributes[name];
  const writeAside = (id: string, attributes: object): Promise<Response> =>
    fetch(`${explorer.origin}/api/articles/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': jsonApi },
      body: JSON.stringify({ data: { type: 'articles', id, attributes } }),
    });
  const operations = (page: Page) => page.getByRole('region', { name: 'Operations', exact: true });
  const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true }).getByRole('button');
  const dialog = (page: Page) => page.getByRole('dialog');

  test('a list tells its total and its page, also if the API counts on request only, and leads to each page', async () => {
    const page = await open('#GET /articles?page[size]=7&filter[words][gt]=100');
    await expect.poll(() => caption(page).textContent()).toBe('Primary data: 7 resources, 1 to 7 of 50');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByText('of 8').waitFor();
    await pages.getByLabel('Page').fill('8');
    await pages.getByLabel('Page').press('Enter');
    await expect.poll(() => path(page)).toBe('/articles?page[size]=7&filter[words][gt]=100&page[number]=8');
    await expect.poll(() => caption(page).textContent()).toBe('Primary data: 1 resource, 50 of 50');
    await expect.poll(() => pages.getByLabel('Page').inputValue()).toBe('8');
    await pages.getByLabel('Page').fill('9');
    await pages.getByLabel('Page').press('Enter');
    await expect.poll(() => path(page)).toContain('page[number]=8');
    await page.goto(`${explorer.origin}/explorer#GET /articles?page[size]=7&page[total]=true`);
    await expect.poll(() => caption(page).textContent()).toBe('Primary data: 7 resources, 1 to 7 of 60');
    await page.goto(`${explorer.origin}/explorer#GET /people/1/articles?page[size]=7`);
    await expect.poll(() => caption(page).textContent()).toBe('Primary data: 7 resources, 1 to 7 of 60');
  });

  test.each([{ width: 1280 }, { width: 390, touch: true, dark: true }])(
    'selected rows of two pages change with one atomic request, which is shown before (%j)',
    async (options) => {
      const page = await open('#GET /articles?page[size]=3&filter[words][lt]=70', options);
      const written = writesOf(page, (it) => it.postDataJSON());
      await page.getByLabel('Select all rows').check();
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'next' }).click();
      await page.getByLabel('Select articles 4').check();
      await page.getByText('4 selected').waitFor();
      await page.getByLabel('Select articles 4').uncheck();
      await page.getByRole('button', { name: 'Change 3', exact: true }).click();
      await page.getByLabel('Field to change').selectOption('words');
      await dialog(page).getByLabel('words').fill('many');
      await dialog(page).getByText('must be').waitFor();
      await dialog(page).getByLabel('words').fill('7');
      expect(await seriousIssues(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show 3 changes' }).click();
      await expect.poll(() => operations(page).locator('.operation').count()).toBe(3);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('operations');
      await operations(page).getByText('Article 3 – words: 7').waitFor();
      expect(written).toEqual([]);
      expect(await seriousIssues(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send 3 operations' }).click();
      await operations(page).getByText('All 3 operations are done.').waitFor();
      const [{ 'atomic:operations': sent }] = written;
      expect(written.length).toBe(1);
      expect(sent[0]).toEqual({
        op: 'update',
        ref: { type: 'articles', id: '1' },
        data: { type: 'articles', id: '1', attributes: { words: 7 } },
        meta: { ifMatch: expect.stringMatching(/^"/) },
      });
      expect(await attributeOf('3', 'words')).toBe(7);
      // The list shows what has changed, and nothing is selected any more.
      await page.getByText('Select rows to change').waitFor();
      await page.getByRole('button', { name: 'Close the list' }).click();
      await Promise.all(['1', '2', '3'].map((id) => writeAside(id, { words: Number(id) * 10 })));
    },
  );

  test('rows that others have changed are named before, and none of the selected ones is deleted', async () => {
    const page = await open('#GET /articles?page[size]=3&sort=-words');
    await page.getByLabel('Select articles 60').check();
    await page.getByLabel('Select articles 59').check();
    await writeAside('59', { title: 'Theirs' });
    await page.getByRole('button', { name: 'Delete 2', exact: true }).click();
    const first = operations(page).locator('.operation').filter({ hasText: 'remove articles 59' });
    await first.getByText('has changed since the list was read').waitFor();
    await writeAside('60', { title: 'Theirs, too' });
    await page.getByRole('button', { name: 'Send 2 operations' }).click();
    const failed = operations(page).locator('.operation.failed');
    await expect.poll(() => failed.locator('summary').allTextContents()).toEqual(['1. remove articles 60']);
    expect([await attributeOf('59', 'title'), await attributeOf('60', 'title')]).toEqual(['Theirs', 'Theirs, too']);
    // The list is still in sight, with its selection.
    await page.getByText('2 selected').waitFor();
    await Promise.all(['59', '60'].map((id) => writeAside(id, { title: `Article ${id}` })));
  });

  test.each([{ width: 1280 }, { width: 390, touch: true }])(
    'a value is edited in its cell with the condition of its version (%j)',
    async (options) => {
      const page = await open('#GET /articles?page[size]=9', options);
      const height = (): Promise<number> => page.locator('tbody').evaluate((it) => it.getBoundingClientRect().height);
      const before = await height();
      await cell(page, 'Article 8').press('Enter');
      await expect.poll(() => dialog(page).getByLabel('title').inputValue()).toBe('Article 8');
      await expect.poll(height).toBe(before);
      expect(await seriousIssues(page)).toEqual([]);
      // 422: the error stands at the cell, and what the user has written stays.
      await dialog(page).getByLabel('title').fill('');
      await page.keyboard.press('Enter');
      await dialog(page).getByText('Save again to send it anyway').waitFor();
      await page.keyboard.press('Enter');
      await dialog(page).getByText('/data/attributes/title').waitFor();
      await expect.poll(() => dialog(page).getByRole('alert').textContent()).toContain('422');
      await dialog(page).getByLabel('title').fill('Mine');
      // 412: the value of the other user is shown, and Save writes over it.
      await writeAside('8', { title: 'Theirs' });
      await page.keyboard.press('Enter');
      await dialog(page).getByText('Others have changed it. Now: "Theirs".').waitFor();
      expect([await attributeOf('8', 'title'), await dialog(page).getByLabel('title').inputValue()]).toEqual([
        'Theirs',
        'Mine',
      ]);
      // What the error says, the editor has done.
      await expect.poll(() => dialog(page).getByText('retry with its').count()).toBe(0);
      const sent = page.waitForRequest((it) => it.method() === 'PATCH');
      await page.keyboard.press('Enter');
      expect((await sent).headers()['if-match']).toMatch(/^"/);
      expect((await sent).postDataJSON()).toEqual({
        data: { type: 'articles', id: '8', attributes: { title: 'Mine' } },
      });
      await dialog(page).waitFor({ state: 'detached' });
      await cell(page, 'Mine').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Mine');
      expect([await attributeOf('8', 'title'), await height()]).toEqual(['Mine', before]);
      // The value stays after another tab.
      await page.getByRole('tab', { name: 'Headers' }).click();
      await page.getByRole('tab', { name: 'Table' }).click();
      await cell(page, 'Mine').click();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await writeAside('8', { title: 'Article 8' });
    },
  );

  test('cells without a text have a name, and their rows the height of others', async () => {
    await writeAside('1', { title: ' ' });
    const page = await open('#GET /articles?page[size]=3');
    await page.getByRole('button', { name: 'empty' }).waitFor();
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
    expect(await seriousIssues(page)).toEqual([]);
    await writeAside('1', { title: 'Article 1' });
  });

  test('another status is shown at the cell, and a relationship gets another member there', async () => {
    const page = await open('#GET /articles?page[size]=2');
    await page.route('**/api/articles/2', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      const errors = [{ status: '409', title: 'Conflict', detail: 'The state cannot go back.' }];
      return route.fulfill({ status: 409, contentType: jsonApi, body: JSON.stringify({ errors }) });
    });
    await page.getByRole('row').nth(2).getByRole('button', { name: 'published' }).click();
    await dialog(page).getByLabel('state').selectOption('draft');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('The state cannot go back.').waitFor();
    await expect.poll(() => dialog(page).getByRole('combobox').locator(':checked').textContent()).toBe('draft');
    await page.route('**/api/articles/2', (route) => route.abort());
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('cannot be reached').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change author: people 1' }).first().click();
    await dialog(page).getByRole('button', { name: 'Remove people 1 from author' }).click();
    const sent = page.waitForRequest((it) => it.method() === 'PATCH');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON().data).toMatchObject({ relationships: { author: { data: null } } });
    await page.getByRole('button', { name: 'Change author: none' }).waitFor();
  });

  test('the keyboard: one stop for the table, arrow keys between its controls, and Enter edits', async () => {
    const page = await open('#GET /articles?page[size]=3');
    const name = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    await page.getByRole('region', { name: 'Primary data' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => name()).toBe('Select all rows');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await expect.poll(() => name()).toBe('2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowRight');
    await expect.poll(() => name()).toBe('Article 2');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => name()).toBe('Article 3');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid');
    await page.keyboard.press('Control+Home');
    await expect.poll(() => name()).toBe('Select all rows');
    await page.keyboard.press('End');
    await expect.poll(() => name()).toMatch(/^words/);
    // The next stop is behind the table.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBe(null);
  });
});
