/** The address, the palette, the keys, and the open requests. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, seriousIssues } from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

inChromium('commands', () => {
  const { open } = useExplorer();
  const target = (page: Page) => page.getByRole('combobox', { name: 'Path and query' });
  const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  test.each([390, 1280])('the keyboard alone completes a path and a query (%i px)', async (width) => {
    const page = await open('#GET /articles/1', { width });
    await page.getByRole('region', { name: 'comments' }).getByText('Comment 1').waitFor();
    await target(page).fill('');
    const keys = page.keyboard;
    const pick = async (typed: string, chosen: string): Promise<void> => {
      await keys.type(typed);
      await expect.poll(() => options(page).allTextContents()).toContainEqual(expect.stringContaining(chosen));
      const all = await options(page).allTextContents();
      for (let at = 0; at <= all.findIndex((it) => it.includes(chosen)); at++) await keys.press('ArrowDown');
      await expect.poll(() => page.locator('[role=option][aria-selected=true]').textContent()).toContain(chosen);
      expect(await target(page).getAttribute('aria-activedescendant')).toMatch(/^target-\d/);
      await keys.press('Enter');
    };
    await pick('/art', 'collection of articles');
    await pick('/', 'Article 1, articles');
    await pick('/', 'to-many comments');
    await expect.poll(() => target(page).inputValue()).toBe('/articles/1/comments');
    expect(await seriousIssues(page)).toEqual([]);
    await target(page).fill('/articles?');
    await keys.press('End');
    await pick('filter[sta', 'filter[state]=');
    await pick('', 'draft');
    await pick('&', 'related resources');
    await pick('comm', 'comments.author');
    await pick('&filter[auth', 'filter[author]=');
    await pick('', 'Ada, people');
    await pick('&sort', 'order');
    await pick('wo', 'descending');
    await pick('&fie', 'fields of comments');
    await pick('', 'text');
    await expect
      .poll(() => target(page).inputValue())
      .toBe('/articles?filter[state]=draft&include=comments.author&filter[author]=1&sort=-words&fields[comments]=text');
    await keys.press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    await keys.press('Enter');
    await answered(page, '200');
    await page.getByRole('rowheader').first().getByText('59').waitFor();
    await expectNoOverflow(page, width);
  });

  test.each([390, 1280])('the palette finds types, requests, and actions (%i px)', async (width) => {
    const page = await open('#GET /articles/1', { width });
    await answered(page, '200');
    const palette = page.getByRole('dialog', { name: 'Find' });
    await page.keyboard.press('Control+k');
    await palette.getByRole('option', { name: 'Delete this resource' }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.keyboard.type('type comm');
    await expect.poll(() => options(page).count()).toBe(2);
    await page.keyboard.press('Enter');
    await expect.poll(() => target(page).inputValue()).toBe('/comments');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.keyboard.type('articles/1');
    await page.keyboard.press('Enter');
    await expect.poll(() => target(page).inputValue()).toBe('/articles/1');
    await page.getByRole('button', { name: 'Edit this resource' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('edit');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('PATCH');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect.poll(() => palette.count()).toBe(0);
    await expectNoOverflow(page, width);
  });

  test('a dialog documents the keys, and they can be switched off', async () => {
    const page = await open('#GET /articles/1');
    await answered(page, '200');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('Go to the address').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect.poll(() => target(page).evaluate((it) => it === document.activeElement)).toBe(true);
    // In a text, a key is a character.
    await page.keyboard.type('/n?');
    await expect.poll(() => target(page).inputValue()).toBe('/n?');
    await page.getByRole('tab', { name: 'Record' }).focus();
    await page.keyboard.press('?');
    await dialog.getByLabel('Use the keys without Ctrl').uncheck();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('GET');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find' }).waitFor();
  });

  test.each([390, 1280])('several requests are open, with their edits, and survive a reload (%i px)', async (width) => {
    const page = await open('#GET /articles/1', { width });
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('title').fill('Not sent yet');
    await page.getByRole('button', { name: 'Add a tab' }).click();
    const tabs = page.getByRole('navigation', { name: 'Open requests' });
    await page.getByRole('region', { name: 'Start' }).getByRole('link', { name: 'comments' }).click();
    await page.getByRole('table', { name: 'Primary data' }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await tabs.getByRole('button', { name: 'PATCH /articles/1', exact: true }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'title' }).inputValue()).toBe('Not sent yet');
    await page.getByText('only what you have changed: title.').waitFor();
    await tabs.getByRole('button', { name: '/comments', exact: true }).click();
    await page.getByRole('table', { name: 'Primary data' }).waitFor();
    await page.reload();
    await answered(page, '200');
    await expect.poll(() => tabs.getByRole('listitem').allTextContents()).toEqual(['PATCH /articles/1×', '/comments×']);
    await expect.poll(() => tabs.locator('[aria-current]').textContent()).toBe('/comments');
    await page.keyboard.press('[');
    await expect.poll(() => target(page).inputValue()).toBe('/articles/1');
    await page.getByRole('button', { name: 'Close tab 1: PATCH /articles/1' }).click();
    await expect.poll(() => tabs.count()).toBe(0);
    await expect.poll(() => target(page).inputValue()).toBe('/comments');
    await expectNoOverflow(page, width);
  });

  test.each([390, 1280])(
    'the first page lists the types with their numbers, and the last requests (%i px)',
    async (width) => {
      const page = await open('#GET /articles/1', { width });
      await answered(page, '200');
      await page.getByRole('heading', { name: 'Blog' }).getByRole('link').click();
      const start = page.getByRole('region', { name: 'Start' });
      await expect.poll(() => start.getByRole('row').allTextContents()).toEqual(['articles60', 'people1', 'comments2']);
      await start.getByRole('link', { name: 'GET /articles/1' }).waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      await expectNoOverflow(page, width);
    },
  );
});
