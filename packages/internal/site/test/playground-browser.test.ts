/** The playground of the built site in Chromium. `npm run docs:check` builds the site, and runs these tests. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PageOptions } from '../../../tools/explorer/test/browser.ts';
import { inChromiumUnless } from '../../../tools/explorer/test/in-chromium.ts';
import { playgroundExamples } from '../generator/playground-examples.ts';
import { formatFragment, parseFragment } from '../page/playground/model/fragment.ts';
import { cutEditors, seriousIssues } from './page-checks.ts';
import { watchSite } from './watched-site.ts';

const site = process.env['SITE_BUILT'] ?? '';
const missing = site === '' ? 'run npm run docs:check' : undefined;

inChromiumUnless(missing, 'the playground', () => {
  const { open: openPath } = watchSite(site);
  const open = (fragment = '', options?: PageOptions): Promise<Page> => openPath(`/playground/${fragment}`, options);
  const status = (page: Page, text: string | RegExp): Promise<void> =>
    page.locator('.playground').getByRole('status').getByText(text).waitFor();
  const editor = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const result = async (page: Page): Promise<string> =>
    (await editor(page, 'Result').locator('.cm-line').allTextContents()).join('\n');

  /** Replaces the text of an editor, as pasting it does. */
  async function paste(page: Page, name: string, text: string): Promise<void> {
    await editor(page, name).focus();
    await page.keyboard.press('Control+A');
    await editor(page, name).evaluate((element, pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Returns what is selected in an editor. */
  const selectedIn = (page: Page, name: string): Promise<string> =>
    editor(page, name).evaluate((element) => {
      // biome-ignore lint/suspicious/noExplicitAny: Chromium has the selection of a shadow tree.
      return String((element.getRootNode() as any).getSelection());
    });

  test.each([
    [390, true, 'Document'],
    [390, false, 'Types'],
    [1280, false, 'OpenAPI'],
    [1280, true, 'Types'],
  ])(
    'at %i px (dark: %s) with %s is not wider than the window, and axe finds nothing serious',
    async (width, dark, tab) => {
      const page = await open('', { width, dark });
      await status(page, 'Status 200');
      await page.getByText('Build the query').click();
      await page.getByRole('tab', { name: tab }).click();
      await page
        .getByText(tab === 'Types' ? 'export type Stored' : '"1.1"')
        .or(page.getByText('"openapi"'))
        .first()
        .waitFor();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect.poll(() => cutEditors(page)).toEqual([]);
      expect(await seriousIssues(page)).toEqual([]);
    },
  );

  test('a change of the declaration, the records, or the request changes the document', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await paste(page, 'Declaration', 'export const api = defineApi({ cats: { attributes: { name: z.string() } } });');
    await status(page, /"articles" is not|articles/);
    await paste(page, 'Records', '{ "cats": [{ "id": "1", "name": "Tom" }] }');
    await status(page, 'Status 404');
    await page.getByLabel('Path and query').fill('/cats/1');
    await status(page, 'Status 200');
    await expect.poll(() => result(page)).toContain('"name": "Tom"');
    // The link restores all of it.
    await expect.poll(() => parseFragment(new URL(page.url()).hash)).toMatchObject({ target: '/cats/1' });
    await page.reload();
    await expect.poll(() => result(page)).toContain('"name": "Tom"');
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe('/cats/1');
  });

  test.each([
    ['/playground/', 'Declaration'],
    ['/playground/', 'Records'],
    ['/validate/', 'Document'],
  ])(
    '%s: typing quickly in %s keeps each character, also the slash, which opens the search elsewhere',
    async (path, name) => {
      const page = await openPath(path);
      await page
        .getByRole('status')
        .getByText(/Status 200|1 issue/)
        .waitFor();
      const typed = `// ${'abcdefghijklmnopqrstuvwxyz '.repeat(4)}`;
      await editor(page, name).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(typed);
      await expect.poll(() => editor(page, name).locator('.cm-line').last().textContent()).toBe(typed);
    },
  );

  test('a mistake has its line and column, a mark in the editor, and a button that selects it', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await paste(
      page,
      'Declaration',
      "export const api = defineApi({\n  cats: { relationships: { owner: toOne('persons') } },\n});",
    );
    await status(page, '"persons" is not a resource type of this API.');
    await expect.poll(() => page.locator('.cm-lint-marker-error').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Declaration, line 2, column 41' }).click();
    await expect.poll(() => selectedIn(page, 'Declaration')).toBe("'persons'");
    await page.getByRole('tab', { name: 'Types' }).click();
    await expect.poll(() => result(page)).toBe('');
  });

  test('requests that write have a document, users see their part, and a link is copied', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await page.getByLabel('Path and query').fill('/articles');
    await page.getByLabel('Method').selectOption('POST');
    // The document with which a POST begins is valid.
    await status(page, 'Status 201');
    await paste(
      page,
      'Request document',
      '{ "data": { "type": "articles", "attributes": { "title": "New", "body": "" } } }',
    );
    await status(page, 'Status 201');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('alert').getByText('The link is copied.').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.reload();
    await status(page, 'Status 201');
    const label = (await page.getByLabel('Example').locator('option').allTextContents()).at(-1) ?? '';
    await page.getByLabel('Example').selectOption({ label });
    await status(page, 'Status 200');
    await expect.poll(() => result(page)).not.toContain('A draft');
    await page.getByLabel('User').selectOption('editor');
    await expect.poll(() => result(page)).toContain('A draft');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the project' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('linkage-api.zip');
    await page.getByRole('alert').getByText('Unpack linkage-api.zip').waitFor();
    expect(readFileSync(await download.path(), 'latin1')).toContain('linkage-api/package.json');
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('the editor completes names, and a mistake takes the colors of the old result', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await paste(page, 'Declaration', 'defineApi({ cats: { attributes: { name: z.strin');
    await editor(page, 'Declaration').press('Control+End');
    await page.keyboard.type('g');
    await page.getByRole('option', { name: 'string' }).waitFor();
    await page.getByText('The result before this mistake').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('a mistake in the records has a button that selects it', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await paste(page, 'Records', '{ "people": [{ "id": "1", "name": 5 }] }');
    await page.getByRole('button', { name: 'Records /people/0/name' }).click();
    await expect.poll(() => selectedIn(page, 'Records')).toBe('5');
    await paste(page, 'Records', '{ "people": [{ "id": "1", "nam": "Ada" }] }');
    await page.getByRole('button', { name: 'Records /people/0/nam', exact: true }).click();
    await expect.poll(() => selectedIn(page, 'Records')).toBe('"nam"');
    await paste(page, 'Records', '{ "people": [,] }');
    await page.getByRole('button', { name: 'Records, line 1, column 14' }).click();
    await expect.poll(() => selectedIn(page, 'Records')).toBe(',');
  });

  test('the controls and the line of the URL show the same query', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await page.getByText('Build the query').click();
    const url = page.getByLabel('Path and query');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('-title');
    await expect.poll(() => url.inputValue()).toBe('/articles?include=author,comments.author&sort=-title');
    await page.getByRole('checkbox', { name: 'comments', exact: true }).first().uncheck();
    await expect.poll(() => url.inputValue()).toBe('/articles?include=author&sort=-title');
    await page.getByRole('checkbox', { name: 'total' }).check();
    await expect.poll(() => url.inputValue()).toBe('/articles?include=author&sort=-title&page[total]=true');
    await expect.poll(() => result(page)).toContain('"total"');
    // The size is in the query alone.
    await expect.poll(() => page.getByLabel(/size/i).count()).toBe(1);
    await page.getByLabel('Collection').selectOption('people');
    await expect.poll(() => url.inputValue()).toBe('/people');
  });

  test('works by keyboard: the tabs, and leaving an editor', async () => {
    const page = await open('', { width: 390 });
    await status(page, 'Status 200');
    await page.getByRole('tab', { name: 'Document' }).focus();
    await page.keyboard.press('ArrowRight');
    await status(page, 'The part of "articles"');
    await expect.poll(() => result(page)).toContain('export type Stored');
    await page.keyboard.press('End');
    await expect.poll(() => result(page)).toContain('"openapi"');
    await page.keyboard.press('Home');
    await status(page, 'Status 200');
    await editor(page, 'Declaration').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => editor(page, 'Declaration').evaluate((element) => element.matches(':focus'))).toBe(false);
  });

  test('at 390 px, the result is in the first screen, one text is above it, and a mistake opens its text', async () => {
    const page = await open('', { width: 390 });
    await status(page, 'Status 200');
    const isInSight = async (): Promise<boolean> => {
      const box = await page.locator('.playground .summary').boundingBox();
      return box !== null && box.y + box.height < 900;
    };
    await expect.poll(() => isInSight()).toBe(true);
    await expect.poll(() => editor(page, 'Records').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Records', exact: true }).click();
    await paste(page, 'Records', '{ "people": [{ "id": "1", "name": 5 }] }');
    await page.getByRole('button', { name: 'Declaration', exact: true }).click();
    await expect.poll(() => editor(page, 'Records').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Records /people/0/name' }).click();
    await expect.poll(() => selectedIn(page, 'Records')).toBe('5');
    await paste(page, 'Records', '{}');
    await status(page, 'Status 200');
    await page.getByLabel('Method').selectOption('POST');
    await editor(page, 'Request document').waitFor();
    await status(page, 'Status 201');
    await expect.poll(() => isInSight()).toBe(true);
    await page.getByLabel('Method').selectOption('GET');
    await editor(page, 'Declaration').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  });

  test('each example has a document', async () => {
    const page = await open();
    await status(page, 'Status 200');
    for (const [index, { target }] of playgroundExamples().entries()) {
      await page.getByLabel('Example').selectOption(String(index));
      await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe(target);
      await status(page, 'Status 200');
    }
  });

  test('the code of a link reaches neither the page, nor storage, nor the network', async () => {
    const requests: string[] = [];
    const attempts = {
      page: 'parent.document.title',
      storage: 'localStorage.length',
      cookies: 'document.cookie',
      database:
        'await new Promise((done, fail) => { const open = indexedDB.open("x"); open.onsuccess = done; open.onerror = () => fail(new Error("denied")); })',
      network: 'await fetch("/index.html").then((it) => it.status)',
      script: 'importScripts("/assets/x.js")',
      request: '(() => { const it = new XMLHttpRequest(); it.open("GET", "/", false); it.send(); })()',
      socket: 'new WebSocket("ws://127.0.0.1:9").readyState',
      worker: 'new Worker("/assets/x.js")',
      origin: 'if (self.origin === "null") throw new Error("none")',
    };
    const page = await open();
    page.on('request', (request) => requests.push(request.url()));
    page.on('websocket', (socket) => requests.push(socket.url()));
    await status(page, 'Status 200');
    requests.length = 0;
    for (const [name, code] of Object.entries(attempts)) {
      const text = `let told = 'reached';
try { ${code.startsWith('await') ? `eval(${JSON.stringify(`(async () => { ${code} })()`)}).catch(() => undefined)` : code} } catch (error) { told = 'denied'; }
throw new Error('${name}: ' + told);`;
      await paste(page, 'Declaration', text);
      await status(page, new RegExp(`${name}: (?:denied|reached)`));
      const isAsync = code.startsWith('await');
      // A promise tells later: the requests of the page, below, are what counts.
      if (!isAsync && name !== 'socket' && name !== 'worker')
        await expect
          .poll(() => page.locator('.playground').getByRole('status').textContent())
          .toContain(`${name}: denied`);
    }
    expect(requests.filter((url) => !/sandbox\.html$|\/logo\.svg$|playground-worker|^blob:null\//.test(url))).toEqual(
      [],
    );
  });

  test('strings that are too long, too deep, or too slow have a message, and the page stays alive', async () => {
    const page = await open();
    await status(page, 'Status 200');
    await paste(page, 'Declaration', 'x'.repeat(1_000_000));
    await page.getByRole('alert').getByText('must not be longer than 50000 characters').waitFor();
    await paste(page, 'Declaration', 'for (;;);');
    await status(page, 'took more than 5 seconds');
    const slow = 'defineApi({ cats: { attributes: { name: z.string().regex(/^(a|a)*$/) } } })';
    await paste(page, 'Declaration', slow);
    await paste(page, 'Records', `{ "cats": [{ "id": "1", "name": "${'a'.repeat(60)}b" }] }`);
    await status(page, 'took more than 5 seconds');
    await paste(page, 'Records', `{"cats":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    await page
      .getByRole('button', { name: /^Records/ })
      .or(page.getByText('failed'))
      .first()
      .waitFor();
    await paste(page, 'Records', '{ "cats": [{ "id": "1", "name": "aa" }] }');
    await page.getByLabel('Path and query').fill('/cats');
    await status(page, 'Status 200');
  });

  test('a link that was cut says so beside the first example', async () => {
    const whole = await formatFragment({ declaration: 'x', records: '', target: '/', view: 'document' });
    const page = await open(whole.slice(0, -4));
    await page.getByRole('alert').getByText('This link is incomplete or was changed').waitFor();
    await status(page, 'Status 200');
    await page.getByLabel('Path and query').fill('/people');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('a link with a mistake has no result, and not an empty editor; its strings are not markup', async () => {
    const text = '<img src=x onerror=alert(1)>';
    const state = { declaration: text, records: text, target: text, view: 'document' as const };
    const other = await open(await formatFragment(state));
    await status(other, /Declaration, line 1, column \d+/);
    await expect.poll(() => other.locator('.playground img[onerror]').count()).toBe(0);
    await expect.poll(() => other.getByRole('textbox', { name: 'Result' }).count()).toBe(0);
  });
});
