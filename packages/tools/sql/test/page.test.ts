import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, startBrowser } from '../../explorer/test/browser.ts';
import { inChromium } from '../../explorer/test/in-chromium.ts';
import { type Serving, serve } from './run.ts';
import { schemaScript, sqliteFile } from './sqlite-file.ts';

inChromium('the page', () => {
  const file = sqliteFile(schemaScript('chinook'));
  let browser: Browser;
  let serving: Serving;
  beforeAll(async () => {
    [browser, serving] = await Promise.all([startBrowser(), serve([file.path])]);
  });
  afterAll(async () => {
    await browser?.close();
    await serving?.stop();
    file[Symbol.dispose]();
  });

  test('the printed URL opens the explorer, which reads the API with the cookie', async () => {
    const { page, problems } = await openPage(browser, `${serving.url}/?token=${serving.token}`);
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(?:#.*)?$/);
    await page.locator('.types').getByRole('link', { name: 'albums', exact: true }).click();
    await page.getByRole('status').getByText('200').first().waitFor();
    await page.getByText('For Those About To Rock').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^New / }).count()).toBe(0);
    await page.reload();
    await page.getByText('For Those About To Rock').first().waitFor();
    await expect.poll(() => page.evaluate('document.cookie')).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('without the token, a browser receives no page', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const response = await page.goto(`${serving.url}/`);
    expect(response?.status()).toBe(401);
    await expect.poll(() => page.textContent('body')).toContain('This host needs its token');
    await context.close();
  });

  test('a page of another origin reads nothing, although the browser has the cookie', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${serving.url}/?token=${serving.token}`);
    // The same address under another name is another origin.
    const other = serving.url.replace('127.0.0.1', 'localhost');
    await page.goto(`${other}/`);
    const read = `fetch(${JSON.stringify(`${serving.url}/api/albums`)}, { credentials: 'include' }).then(() => 'read', () => 'rejected')`;
    await expect.poll(() => page.evaluate(read)).toBe('rejected');
    const opaque = `fetch(${JSON.stringify(`${serving.url}/api/albums`)}, { credentials: 'include', mode: 'no-cors' }).then((it) => it.type)`;
    await expect.poll(() => page.evaluate(opaque)).toBe('opaque');
    await context.close();
  });
});
