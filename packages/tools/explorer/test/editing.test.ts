/** Changing resources in Chromium: what the page reads before, what it sends, and what it does after a change of others. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, showJson, writesOf } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

inChromium('editing', () => {
  const explorer = useExplorer();

  async function open(hash: string): Promise<Page> {
    const page = await explorer.open('');
    await page.getByText('Choose a type').waitFor();
    await page.goto(`${explorer.origin}/explorer${hash}`);
    return page;
  }

  test.each([
    ['New comments', '/comments', 'POST'],
    ['New people', '/people', 'POST'],
  ])('Enter that is held on "%s" sends nothing and keeps the editor', async (name, path, method) => {
    const page = await open('');
    const written = writesOf(page, (it) => it.method());
    await page.route('**/api/articles/2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.goto(`${explorer.origin}/explorer#GET /articles/2`);
    await page.getByRole('button', { name }).focus();
    // The keyboard repeats a key that is held: the repeated ones go to what has the focus then.
    for (const _ of [1, 2, 3, 4]) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.locator('.document').waitFor();
    await answered(page, '200');
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe(path);
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe(method);
    await expect.poll(() => page.locator('.document').count()).toBe(1);
    expect(written).toEqual([]);
  });

  /** A change of a colleague, beside the page. */
  async function changeAside(id: string, attributes: object): Promise<void> {
    const response = await fetch(`${explorer.origin}/api/articles/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'articles', id, attributes } }),
    });
    expect(response.status).toBeLessThan(300);
  }
  async function attributesOf(id: string): Promise<object> {
    const response = await fetch(`${explorer.origin}/api/articles/${id}`);
    return (await response.json()).data.attributes;
  }
  async function replaceText(page: Page, text: string): Promise<void> {
    await showJson(page);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  }
  const article = (id: string, attributes: object): string =>
    JSON.stringify({ data: { type: 'articles', id, attributes } });

  test('Edit in a list reads the resource first, and sends only what has changed, with the condition of that version', async () => {
    const page = await open('#GET /articles?page[size]=10&fields[articles]=title');
    await answered(page, '200');
    await page.getByRole('tab', { name: 'Table' }).click();
    await changeAside('6', { words: 6000 });
    const read = page.waitForRequest((request) => request.url().endsWith('/api/articles/6'));
    await page.getByRole('button', { name: 'Edit articles 6', exact: true }).click();
    expect((await read).method()).toBe('GET');
    await page.getByText('Nothing has changed yet').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('Nothing has changed.').waitFor();
    await replaceText(page, article('6', { title: 'Mine', words: 6000, state: 'published' }));
    await page.getByText('only what you have changed: title.').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ data: { type: 'articles', id: '6', attributes: { title: 'Mine' } } });
    expect(request.headers()['if-match']).toMatch(/^"/);
    // The page still shows the status of the read until the response to the write comes.
    expect((await request.response())?.status()).toBe(200);
    await answered(page, '200');
    expect(await attributesOf('6')).toEqual({ title: 'Mine', words: 6000, state: 'published' });
    // The draft goes on from the new version: the next change has its condition.
    await page.getByText('Nothing has changed yet').waitFor();
    await replaceText(page, article('6', { title: 'Mine', words: 1 }));
    const next = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await next).postDataJSON().data.attributes).toEqual({ words: 1 });
    expect((await next).headers()['if-match']).not.toBe(request.headers()['if-match']);
    await expect.poll(() => attributesOf('6')).toEqual({ title: 'Mine', words: 1, state: 'published' });
  });

  test('after a conflict, the page shows three versions, and keeps the changes of both', async () => {
    const page = await open('#GET /articles/8');
    await answered(page, '200');
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByText('Nothing has changed yet').waitFor();
    await changeAside('8', { words: 8000 });
    await replaceText(page, article('8', { title: 'Mine', words: 80, state: 'published' }));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const conflict = page.getByRole('region', { name: 'Conflict' });
    await conflict.getByRole('table').waitFor();
    const rows = await conflict.getByRole('row').allTextContents();
    expect(rows).toEqual(['FieldWhen you read itYour requestNow', 'title"Article 8""Mine""Article 8"', 'words808000']);
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByText('only what you have changed: title.').waitFor();
    // The page shows the present version, and not the conflict that is over. The keyboard goes on at the request.
    await answered(page, '200');
    await expect.poll(() => conflict.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => attributesOf('8')).toHaveProperty('title', 'Mine');
    expect(await attributesOf('8')).toEqual({ title: 'Mine', words: 8000, state: 'published' });
  });

  test.each([503, undefined])(
    'a present version that cannot be read after a conflict (status %s) can be read again',
    async (failure) => {
      const page = await open('#GET /articles/9');
      await answered(page, '200');
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByText('Nothing has changed yet').waitFor();
      await changeAside('9', { words: failure ?? 1 });
      await replaceText(page, article('9', { title: 'Mine', words: 90, state: 'draft' }));
      await page.route('**/api/articles/9', (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        return failure === undefined ? route.abort() : route.fulfill({ status: failure, body: '' });
      });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: 'Read it again' }).waitFor();
      await page.unroute('**/api/articles/9');
      await page.getByRole('button', { name: 'Read it again' }).click();
      await page.getByRole('button', { name: 'Keep my changes' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Read it again' }).count()).toBe(0);
    },
  );

  test('a new resource has no condition: neither the request, nor the page, nor the copied code', async () => {
    const page = await open('#GET /people/1');
    await answered(page, '200');
    await page.route('**/api/people', async (route) => {
      const response = await route.fetch();
      // The page can be left before its last request ends.
      await route
        .fulfill({ response, headers: { ...response.headers(), etag: '"of-the-list"' } })
        .catch(() => undefined);
    });
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await page.getByRole('rowheader').getByRole('link', { name: '1' }).waitFor();
    await page.getByRole('button', { name: 'New people' }).click();
    await replaceText(page, JSON.stringify({ data: { type: 'people', attributes: { name: 'Grace' } } }));
    await page.getByText('Code', { exact: true }).click();
    await expect.poll(() => page.getByLabel('curl', { exact: true }).textContent()).not.toContain('If-Match');
    await expect.poll(() => page.getByText('If-Match').count()).toBe(0);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await sent).headers()).not.toHaveProperty('if-match');
  });

  test('a resource that is deleted from a list has the condition of the version that the page shows', async () => {
    const page = await open('#GET /articles/10');
    await answered(page, '200');
    await changeAside('10', { words: 1 });
    await page.locator('.types').getByRole('link', { name: 'articles', exact: true }).click();
    await page.getByRole('button', { name: 'Delete articles 10', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await answered(page, '204');
    expect((await fetch(`${explorer.origin}/api/articles/10`)).status).toBe(404);
  });

  test('of two actions, the later one counts: the resource of the earlier one does not replace a new document', async () => {
    const page = await open('#GET /articles?page[size]=3');
    await answered(page, '200');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/articles/2', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('button', { name: 'Edit articles 2', exact: true }).click();
    await page.getByRole('button', { name: 'New comments' }).click();
    release();
    await page.locator('.history').getByText('/articles/2').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('POST');
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe('/comments');
  });

  test('an edit that the user has left is not the document of another request', async () => {
    const page = await open('#GET /articles?page[size]=3');
    await answered(page, '200');
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('button', { name: 'Edit articles 2', exact: true }).click();
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('PATCH');
    await page.evaluate(() => {
      location.hash = '#GET /articles/2/relationships/comments';
    });
    await answered(page, '200');
    await page.getByLabel('Method').selectOption('POST');
    await page.getByRole('radio', { name: 'JSON' }).check();
    const document = async () => (await page.locator('.editor .cm-line').allTextContents()).join('');
    await expect.poll(async () => JSON.parse(await document())).toEqual({ data: [{ type: 'comments', id: '' }] });
  });
});
