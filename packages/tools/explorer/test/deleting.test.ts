/** Deleting resources in Chromium: what the page asks before, and what it sends. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, type PageOptions, seriousIssues, writesOf } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

inChromium('deleting', () => {
  const explorer = useExplorer();

  async function open(hash: string, options?: PageOptions): Promise<{ page: Page; written: readonly string[] }> {
    const page = await explorer.open(hash, options);
    const written = writesOf(page, (it) => `${it.method()} ${new URL(it.url()).pathname}`);
    await answered(page, '200');
    return { page, written };
  }
  const dialog = (page: Page) => page.getByRole('dialog');
  const target = (page: Page): Promise<string> => page.getByLabel('Path and query').inputValue();
  const exists = async (id: string): Promise<boolean> => (await fetch(`${explorer.origin}/api/articles/${id}`)).ok;

  test.each([{ width: 1280 }, { width: 1280, dark: true }, { width: 390, touch: true }])(
    'Delete in the last row names the resource, and one press more deletes it (%j)',
    async (options) => {
      const { page, written } = await open('#GET /articles?sort=-words&page[size]=10', options);
      const last = page.getByRole('row').last();
      const id = (await last.getByRole('link').first().textContent()) ?? '';
      await last.getByRole('button', { name: `Delete articles ${id}` }).click();
      await dialog(page)
        .getByRole('heading', { name: `Delete articles ${id}?` })
        .waitFor();
      await expect.poll(() => dialog(page).textContent()).toContain(`Article ${id}`);
      await expect
        .poll(() => dialog(page).textContent())
        .toContain('fails with 412 if others change the resource before');
      expect(await seriousIssues(page)).toEqual([]);
      expect(written).toEqual([]);
      const sent = page.waitForRequest((request) => request.method() === 'DELETE');
      await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
      expect((await sent).headers()['if-match']).toMatch(/^"/);
      await page.getByText('The resource is deleted.').waitFor();
      expect(written).toEqual([`DELETE /api/articles/${id}`]);
      expect(await exists(id)).toBe(false);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request');
      // The list is the one that the user has left.
      await page.getByRole('region', { name: 'Response' }).getByRole('link', { name: 'articles' }).click();
      await expect.poll(() => target(page)).toBe('/articles?sort=-words&page[size]=10');
    },
  );

  test.each(['Escape', 'Cancel'])('%s deletes nothing, and the focus is where it was', async (way) => {
    const { page, written } = await open('#GET /articles/20');
    await page.getByRole('button', { name: 'Delete this resource' }).focus();
    // The first key opens the dialog, whose first button is Cancel. The keyboard repeats a key that is held.
    for (const _ of [1, 2, 3]) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await dialog(page).waitFor();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete this resource');
    await expect.poll(() => target(page)).toBe('/articles/20');
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('GET');
    expect(written).toEqual([]);
  });

  test('"Show the request" shows it with its code, and Send deletes', async () => {
    const { page, written } = await open('#GET /articles/21');
    await page.getByRole('button', { name: 'Delete this resource' }).click();
    await dialog(page).getByRole('button', { name: 'Show the request' }).click();
    await page.getByText('it fails with 412').waitFor();
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('DELETE');
    expect(written).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The resource is deleted.').waitFor();
    expect(written).toEqual(['DELETE /api/articles/21']);
  });

  test('a resource that others change meanwhile is not deleted before the user has seen it', async () => {
    const { page } = await open('#GET /articles/22');
    await page.getByRole('button', { name: 'Delete this resource' }).click();
    await dialog(page).waitFor();
    const body = JSON.stringify({ data: { type: 'articles', id: '22', attributes: { title: 'Theirs' } } });
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    await fetch(`${explorer.origin}/api/articles/22`, { method: 'PATCH', headers, body });
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    const conflict = page.getByRole('region', { name: 'Conflict' });
    await conflict.getByRole('cell', { name: '"Theirs"' }).waitFor();
    await conflict.getByRole('button', { name: 'Delete the present version' }).click();
    await dialog(page).getByText('Theirs').waitFor();
    expect(await exists('22')).toBe(true);
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The resource is deleted.').waitFor();
    expect(await exists('22')).toBe(false);
  });

  test('Back closes the dialog', async () => {
    const { page, written } = await open('#GET /people');
    await page.goto(`${explorer.origin}/explorer#GET /articles/23`);
    await page.getByRole('button', { name: 'Delete this resource' }).click();
    await dialog(page).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => target(page)).toBe('/people');
    expect(written).toEqual([]);
  });
});
