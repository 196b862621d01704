/** Collecting changes in Chromium: a list of operations, sent as one request. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, openMenu, type PageOptions, seriousIssues, showJson, writeDocument } from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

inChromium('operations', () => {
  const explorer = useExplorer();

  async function open(hash: string, options?: PageOptions): Promise<Page> {
    const page = await explorer.open(hash, options);
    await page
      .locator('.types')
      .getByRole('link', { name: 'comments', includeHidden: true })
      .waitFor({ state: 'attached' });
    await answered(page, '200');
    return page;
  }
  const list = (page: Page) => page.getByRole('region', { name: 'Operations', exact: true });
  const items = (page: Page) => list(page).locator('.operation > details > summary').allTextContents();

  /** Fills in the editor and adds the change. The keyboard is enough for all of it. */
  async function addComment(page: Page, text: string): Promise<void> {
    await openMenu(page);
    await page.getByRole('button', { name: 'New comments' }).press('Enter');
    await showJson(page);
    await writeDocument(page, text);
    await page.getByRole('button', { name: 'Add to operations' }).press('Enter');
  }
  const comment = (attributes: object, members: object = {}): string =>
    JSON.stringify({ data: { type: 'comments', ...members, attributes } });

  test.each([
    [390, false],
    [1280, true],
  ])('at %i px, the keyboard alone collects, orders, and sends changes (dark: %s)', async (width, dark) => {
    const page = await open('#GET /articles/2', { width, dark });
    await addComment(page, comment({ text: 'First' }));
    await addComment(page, comment({ text: 5 }));
    await addComment(page, comment({ text: 'Third' }, { lid: 'third' }));
    await expect.poll(() => items(page)).toEqual(['1. add comments', '2. add comments', '3. add comments third']);
    // The focus stays with the operation that moves, and leaves a button that the end of the list disables.
    await page.getByRole('button', { name: 'Move operation 3 up' }).press('Enter');
    await list(page).getByText('number 2 of 3').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Move operation 2 up');
    await page.keyboard.press('Enter');
    await list(page).getByText('number 1 of 3').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Move operation 1 down');
    await expect.poll(() => items(page)).toEqual(['1. add comments third', '2. add comments', '3. add comments']);
    expect(await seriousIssues(page)).toEqual([]);
    await expectNoOverflow(page, width);
    // The third has a number for a string: the server executes none of them, and the error is beside the operation.
    await page.getByRole('button', { name: 'Send 3 operations' }).press('Enter');
    const failed = list(page).locator('.operation.failed');
    await failed.waitFor();
    await expect.poll(() => failed.locator('summary').textContent()).toBe('3. add comments');
    await expect.poll(() => failed.locator('.errors .place').textContent()).toBe('/data/attributes/text');
    await expect.poll(() => list(page).getByRole('status').textContent()).toContain('none of the operations');
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove operation 3' }).press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Remove operation 2');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Send 2 operations' }).press('Enter');
    const request = await sent;
    expect(request.url()).toBe(`${explorer.origin}/api/operations`);
    expect(request.headers()['content-type']).toBe('application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"');
    await list(page).getByText('All 2 operations are done.').waitFor();
    const result = list(page).locator('.operation a').first();
    await expect.poll(() => result.textContent()).toMatch(/^comments \S/);
    await result.press('Enter');
    await page.getByRole('tabpanel').getByText('Third').first().waitFor();
    // A list that is done stays while its links are followed, and ends with another request.
    await expect.poll(() => result.count()).toBe(1);
    await page.getByLabel('Path and query').fill('/people');
    await page.keyboard.press('Enter');
    await list(page).waitFor({ state: 'detached' });
  });

  test('an operation is checked before it is sent, and can go back to the editor', async () => {
    const page = await open('#GET /articles/2');
    await addComment(page, JSON.stringify({ data: { type: 'comments', lid: 5 } }));
    await list(page).locator('.operation .bad').getByText('`lid` must be a string').waitFor();
    await page.getByRole('button', { name: 'Edit operation 1' }).click();
    await expect.poll(() => list(page).count()).toBe(0);
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('"lid":5');
    await writeDocument(page, '{"data":');
    await page.getByRole('button', { name: 'Add to operations' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('The document must be a JSON object.');
    await expect.poll(() => list(page).count()).toBe(0);
  });

  test('a change of a resource that the user has read has the condition of its version', async () => {
    const page = await open('#GET /articles/3');
    await page.getByRole('button', { name: 'Delete this resource' }).click();
    await page.getByRole('button', { name: 'Show the request' }).click();
    await page.getByRole('button', { name: 'Add to operations' }).click();
    await fetch(`${explorer.origin}/api/articles/3`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'articles', id: '3', attributes: { title: 'From aside' } } }),
    });
    await page.getByRole('button', { name: 'Send the operation' }).click();
    await expect.poll(() => list(page).locator('.errors .place').textContent()).toBe('/meta/ifMatch');
    expect((await fetch(`${explorer.origin}/api/articles/3`)).status).toBe(200);
  });
});

async function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}
