/** The page in Chromium: checks X1 to X18. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { page as built } from '#page';
import {
  answered,
  openMenu,
  openPage,
  seriousIssues,
  showDocument,
  showJson,
  startBrowser,
  type WatchedPage,
  writeDocument,
  writesOf,
} from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { type ScreenshotState, screenshotOf, screenshotStates } from './screenshot-states.ts';
import { type ServedExplorer, serveExplorer } from './served-explorer.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test('X2: the whole page has at most 214 kB with gzip', () => {
  const bytes = Object.values(built.files).reduce((sum, text) => sum + gzipSync(text).length, 0);
  expect(bytes).toBeLessThan(214_000);
});

inChromium('the page', () => {
  let browser: Browser;
  let served: ServedExplorer;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    [browser, served] = await Promise.all([startBrowser(), serveExplorer({ description: '/description.json' })]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    const problems = opened.flatMap((it) => it.problems);
    await Promise.all(opened.splice(0).map(({ page }) => page.context().close()));
    // X1 and X3: no error, no violation of the content security policy, no request to another host.
    expect(problems).toEqual([]);
  });

  async function open(hash: string, options?: Parameters<typeof openPage>[2], from = served): Promise<Page> {
    const watched = await openPage(browser, `${from.origin}/explorer${hash}`, options);
    opened.push(watched);
    return watched.page;
  }

  test('X1: the first page lists all types', async () => {
    const page = await open('');
    await expect.poll(() => page.locator('.types a').allTextContents()).toEqual(['articles', 'people', 'comments']);
  });

  test('X4, X5: a relationship to include changes URL, request, and document; reload and back restore them', async () => {
    const page = await open('#GET /articles');
    await answered(page, '200');
    await showDocument(page);
    await page.getByRole('checkbox', { name: 'author', exact: true }).check();
    await page.getByText('included:').waitFor();
    expect(page.url()).toContain('#GET%20/articles?include=author');
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe('/articles?include=author');
    await page.reload();
    await showDocument(page);
    await page.getByText('included:').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: 'author', exact: true }).isChecked()).toBe(true);
    await page.goBack();
    await page.getByText('included:').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe('/articles');
  });

  test('fields and sort change the request', async () => {
    const page = await open('#GET /articles');
    await answered(page, '200');
    await page.getByText('articles: all').click();
    await page.getByRole('checkbox', { name: 'title', exact: true }).check();
    await page.getByLabel('Sort by').selectOption('-words');
    await expect
      .poll(() => page.getByLabel('Path and query').inputValue())
      .toBe('/articles?fields[articles]=title&sort=-words');
    await page.getByRole('cell', { name: 'Article 60' }).waitFor();
  });

  test('X6: a text as a filter of a number is rejected before it is sent', async () => {
    const page = await open('#GET /articles');
    await answered(page, '200');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Field', { exact: true }).selectOption('words');
    await page.getByLabel('Operator').selectOption('ge');
    // Totals of types are read at any time.
    let sent = 0;
    page.on('request', (it) => it.url().includes('filter') && sent++);
    await page.getByLabel('Value of words').fill('many');
    await page.getByLabel('Value of words').press('Enter');
    await page.getByText('must be a number').waitFor();
    expect(sent).toBe(0);
    await page.getByLabel('Value of words').fill('590');
    await page.getByLabel('Value of words').press('Enter');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
    expect(sent).toBe(1);
  });

  test('X7: next leads to the last page, where it is missing', async () => {
    const page = await open('#GET /articles?page[size]=25');
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'next' });
    await next.click();
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toContain('=2');
    await answered(page, '200');
    await next.click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(10);
    await expect.poll(() => next.count()).toBe(0);
  });

  test('X8: a 422 marks the field in the list of errors and in the editor', async () => {
    const page = await open('#GET /articles');
    await page.getByRole('button', { name: 'New articles' }).click();
    await showJson(page);
    await writeDocument(page, '{"data":{"type":"articles","attributes":{"title":"","words":1,"state":"draft"}}}');
    await page.getByRole('button', { name: 'Send' }).click();
    await answered(page, '422');
    await expect.poll(() => page.locator('.errors .place').textContent()).toBe('/data/attributes/title');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await expect.poll(() => page.locator('.cm-lintRange-error').first().textContent()).toBe('""');
  });

  test('the editor completes the names that the description has', async () => {
    const page = await open('#GET /articles');
    await page.getByRole('button', { name: 'New articles' }).click();
    await showJson(page);
    await page.locator('.cm-line').filter({ hasText: '"words"' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Space');
    const options = page.locator('.cm-tooltip-autocomplete li');
    await options.first().waitFor();
    await expect
      .poll(() => options.allTextContents())
      .toEqual(expect.arrayContaining(['"state"', '"title"', '"words"']));
  });

  test('X9: a PATCH sends If-Match; after a change from aside, the page shows both versions', async () => {
    const page = await open('#GET /articles/2');
    await answered(page, '200');
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await showJson(page);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{"data":{"type":"articles","id":"2","attributes":{"title":"Mine","words":20}}}');
    await fetch(`${served.origin}/api/articles/2`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'articles', id: '2', attributes: { title: 'From aside' } } }),
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await sent).headers()['if-match']).toMatch(/^"/);
    await answered(page, '412');
    const conflict = page.getByRole('region', { name: 'Conflict' });
    await conflict.getByText('"From aside"').waitFor();
    await conflict.getByRole('button').click();
    await page.getByRole('button', { name: 'Send' }).click();
    await answered(page, '200');
  });

  test('X10: HTML in an attribute is text, and a javascript link is not a link', async () => {
    const page = await open('#GET /articles/5');
    await page.getByText('<img src=x').first().waitFor();
    await expect.poll(() => page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe('Blog');
    const evil = { data: null, links: { self: 'javascript:alert(1)', next: 'javascript:alert(2)' } };
    await page.route('**/api/people', (route) =>
      route.fulfill({ status: 200, contentType: 'application/vnd.api+json', body: JSON.stringify(evil) }),
    );
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await page.getByText('"javascript:alert(1)"').waitFor();
    await expect.poll(() => page.locator('a[href^="javascript"]').count()).toBe(0);
    await expect.poll(() => page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  });

  test('X12: an invalid document shows the rule and marks the member', async () => {
    const page = await open('#GET /articles');
    await answered(page, '200');
    await page.route('**/api/people', (route) =>
      route.fulfill({
        status: 200,
        contentType: 'application/vnd.api+json',
        body: '{"data":[{"type":"people","id":1}]}',
      }),
    );
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await page.getByRole('tab', { name: /Checks \([1-9]/ }).click();
    const rule = page.locator('.issues a').first();
    await expect.poll(() => rule.getAttribute('href')).toMatch(/^https:\/\/jsonapi\.org\/format\/1\.1\//);
    await page.getByRole('button', { name: '/data/0/id' }).first().click();
    await page.getByRole('tab', { name: 'Document' }).click();
    await page.locator('.json .marked').first().waitFor();
  });

  test.each([
    [320, false],
    [390, true],
    [1280, false],
    [1280, true],
  ])(
    'X13: at %i px nothing is wider than the window, and axe finds nothing serious (dark: %s)',
    async (width, dark) => {
      const page = await open('#GET /articles?include=author&page[size]=5', { width, dark });
      await answered(page, '200');
      for (const step of ['Table', 'Headers', 'Checks', 'Document']) {
        await page.getByRole('tab', { name: step }).click();
        expect(await seriousIssues(page), step).toEqual([]);
      }
      await openMenu(page);
      expect(await seriousIssues(page), 'menu').toEqual([]);
      await page.getByRole('button', { name: 'New articles' }).click();
      await page.locator('.form').waitFor();
      expect(await seriousIssues(page), 'form').toEqual([]);
      await showJson(page);
      expect(await seriousIssues(page), 'editor').toEqual([]);
      await expectNoOverflow(page, width);
    },
  );

  test('X13: the keyboard alone reaches the request, the tabs, and the editor', async () => {
    const page = await open('#GET /articles');
    await answered(page, '200');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Path and query');
    await page.keyboard.press('End');
    await page.keyboard.type('?page[size]=2');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
    await page.getByRole('tab', { name: 'Table' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Document');
    await page.getByLabel('Method').focus();
    await page.keyboard.type('POST');
    for (const name of ['Path and query', 'Send', 'Add to operations']) {
      await page.keyboard.press('Tab');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent))
        .toBe(name);
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').getAttribute('type')).toBe('radio');
    await page.keyboard.press('ArrowRight');
    await page.locator('.cm-content').waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel))
      .toBe('Document');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot === null)).toBe(true);
  });

  test('X14: of a document of 5 MB, the page draws only the first resources, and stays usable', async () => {
    const data = Array.from({ length: 12_000 }, (_, index) => ({
      type: 'articles',
      id: `${index}`,
      attributes: { title: 'x'.repeat(350), words: index },
    }));
    const body = JSON.stringify({ data });
    expect(body.length).toBeGreaterThan(4_500_000);
    const page = await open('#GET /articles');
    await answered(page, '200');
    await page.route('**/api/people', (route) =>
      route.fulfill({ status: 200, contentType: 'application/vnd.api+json', body }),
    );
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    // Every row can be reached, and the page says which of them it shows.
    await page.getByLabel('Rows', { exact: true }).selectOption('11801 to 12000');
    await page.getByRole('rowheader', { name: '11999' }).waitFor();
    await expect.poll(() => page.locator('.answer *').count()).toBeLessThan(6000);
    await showDocument(page);
    await page.getByText('[12000]').waitFor();
    // The number of elements decides the time, and does not depend on the machine.
    await expect.poll(() => page.locator('.json *').count()).toBeLessThan(3000);
    await page.getByRole('button', { name: /more$/ }).first().click();
    await page.getByRole('tab', { name: /Checks \(/ }).click();
  });

  test.skipIf(!hasCurl)('X15: the command for curl gets the same bytes (skipped: curl is not installed)', async () => {
    const page = await open('#GET /articles?filter[title]=Article 7&include=author');
    await answered(page, '200');
    await page.getByText('Code', { exact: true }).click();
    const curl = page.getByLabel('curl', { exact: true });
    await expect.poll(() => curl.textContent()).toContain('include=author');
    const command = (await curl.textContent()) ?? '';
    const shown = await page.evaluate(
      async (url) => (await fetch(url, { headers: { accept: 'application/vnd.api+json' } })).text(),
      `${served.origin}/api/articles?filter[title]=Article%207&include=author`,
    );
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl ', 'curl -s ')]);
    expect(stdout).toBe(shown);
  });

  test('X16: the value of a header is in no URL and in no storage', async () => {
    const page = await open('#GET /articles');
    await answered(page, '200');
    await page.getByText('Headers', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Name').last().fill('Authorization');
    await page.getByLabel('Value of Authorization').fill('Bearer secret-value');
    const sent = page.waitForRequest((request) => request.url().includes('/api/people'));
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    expect((await sent).headers()['authorization']).toBe('Bearer secret-value');
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
    );
    expect(kept).not.toContain('secret-value');
  });

  test('X17: without writes, the page offers GET only', async () => {
    const readOnly = await serveExplorer({ writes: false });
    try {
      const page = await open('#DELETE /articles/1', {}, readOnly);
      const written = writesOf(page, (it) => it.method());
      await page.getByLabel('Path and query').fill('/articles');
      await page.getByLabel('Method').selectOption('GET');
      await page.getByRole('button', { name: 'Send' }).click();
      await answered(page, '200');
      await page.getByRole('tab', { name: 'Table' }).click();
      await expect.poll(() => page.getByRole('button', { name: /^(?:New|Edit|Delete)/ }).count()).toBe(0);
      await expect.poll(() => page.getByLabel('Method').locator('option').allTextContents()).toEqual(['GET']);
      // Rows can be selected for an export only, and no cell can be edited.
      await page.getByLabel('Select articles 1', { exact: true }).check();
      await page.getByRole('button', { name: 'Clear the selection' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
      await expect.poll(() => page.getByRole('cell').getByRole('button').count()).toBe(0);
      expect(written).toEqual([]);
    } finally {
      await readOnly.close();
    }
  });

  test('a link to a request that changes data sends nothing', async () => {
    const page = await open('#DELETE /articles/1');
    const written = writesOf(page, (it) => it.method());
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('DELETE');
    await page.locator('.types').getByRole('link', { name: 'comments' }).waitFor();
    expect(written).toEqual([]);
    expect((await fetch(`${served.origin}/api/articles/1`)).status).toBe(200);
  });

  test('without a description, the page learns types from documents', async () => {
    const plain = await serveExplorer();
    try {
      const page = await open('#GET /articles?include=author,comments', {}, plain);
      await page.locator('.types').getByRole('link', { name: 'comments' }).waitFor();
      await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
      // The table of the articles before has this cell in each row.
      await expect.poll(() => page.getByRole('cell', { name: 'Ada' }).count()).toBe(1);
    } finally {
      await plain.close();
    }
  });

  test.each(['user', 'link'])(
    'an OpenAPI document tells types, fields, and operators: the URL comes from the %s',
    async (from) => {
      const plain = await serveExplorer();
      try {
        const page = await open('#GET /comments/1', {}, plain);
        await answered(page, '200');
        await expect.poll(() => page.locator('.types a').allTextContents()).toEqual(['comments', 'people']);
        if (from === 'user') {
          await page.getByText('Description', { exact: true }).click();
          await page.getByLabel('URL of a description').fill('/openapi.json');
          await page.getByLabel('URL of a description').press('Enter');
        } else {
          const body = JSON.stringify({ data: [], links: { describedby: { href: '/openapi.json' } } });
          await page.route('**/api/people', (route) =>
            route.fulfill({ contentType: 'application/vnd.api+json', body }),
          );
          await page.getByLabel('Path and query').fill('/people');
          await page.getByLabel('Path and query').press('Enter');
        }
        await page.getByText('Description: OpenAPI').waitFor();
        await page.locator('.types').getByRole('link', { name: 'articles' }).click();
        await page.getByRole('button', { name: 'Add a filter' }).click();
        await page.getByLabel('Field', { exact: true }).selectOption('words');
        await expect.poll(() => page.getByLabel('Operator').locator('option').allTextContents()).toContain('between');
        await page.getByRole('button', { name: 'New articles' }).click();
        await showJson(page);
        await page.locator('.cm-line').filter({ hasText: '"state": "draft"' }).click();
        await page.keyboard.press('End');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Control+Space');
        await page.locator('.cm-tooltip-autocomplete li').getByText('"draft"').waitFor();
      } finally {
        await plain.close();
      }
    },
  );

  test('on a phone, fingers alone build a request, and the controls are large enough for them', async () => {
    const page = await open('#GET /articles/1', { width: 390, touch: true });
    await answered(page, '200');
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await page.locator('.types').getByRole('link', { name: 'articles' }).tap();
    await page.getByText('Query', { exact: true }).tap();
    await page.getByRole('checkbox', { name: 'author', exact: true }).tap();
    await page.getByRole('region', { name: 'Included people' }).waitFor();
    await page.getByRole('button', { name: 'Delete articles 2', exact: true }).tap();
    await page.getByRole('button', { name: 'Show the request' }).tap();
    await page.getByRole('button', { name: 'Add to operations' }).tap();
    await page.getByRole('button', { name: 'Remove operation 1' }).waitFor();
    const heights = await page
      .locator('button:not(.skip), select, input:not([type=checkbox])')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height).filter((height) => height > 0));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(36);
    await expectNoOverflow(page, 390);
  });

  test('on a phone, the request and the beginning of the result fit into the window', async () => {
    const page = await open('#GET /articles?include=author', { width: 390 });
    await answered(page, '200');
    const bottomOf = async (name: string): Promise<number> => {
      const box = await page.getByRole('tab', { name }).boundingBox();
      return (box?.y ?? 9999) + (box?.height ?? 0);
    };
    await expect.poll(() => bottomOf('Document')).toBeLessThan(844 - 200);
    await expect.poll(() => page.getByRole('link', { name: 'people', exact: true }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await expect.poll(() => page.getByRole('cell', { name: 'Ada' }).count()).toBe(1);
    await expect.poll(() => bottomOf('Document')).toBeLessThan(844 - 200);
  });

  test('environments: each has its own URL and headers, and survives a reload only on request', async () => {
    const page = await open('#GET /articles?page[size]=1');
    await answered(page, '200');
    await page.getByText('Environment: Default').click();
    await page.getByRole('button', { name: 'Add an environment' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('Editor');
    await page.getByText('Headers', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.locator('.rows').getByPlaceholder('Authorization').fill('Authorization');
    await page.getByLabel('Value of Authorization').fill('Bearer secret-value');
    await page.getByLabel('URL of the API').fill('https://evil.example/');
    await page.getByText('only to its own host and to that of the API').waitFor();
    await page.getByLabel('URL of the API').fill('/api');
    const stored = (): Promise<string> =>
      page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    await expect.poll(() => stored()).not.toContain('secret-value');
    await page.getByLabel('Environment', { exact: true }).selectOption('Default');
    const plain = page.waitForRequest((request) => request.url().includes('/api/articles'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await plain).headers()).not.toHaveProperty('authorization');
    await page.getByLabel('Environment', { exact: true }).selectOption('Editor');
    await page.getByLabel('Keep the environments').check();
    await expect.poll(stored).toContain('secret-value');
    const kept = page.waitForRequest((request) => request.url().includes('/api/articles'));
    await page.reload();
    expect((await kept).headers()['authorization']).toBe('Bearer secret-value');
    await page.getByText('Environment: Editor').click();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel('Keep the environments').uncheck();
    await expect.poll(stored).not.toContain('secret-value');
  });

  test('the history survives a reload, without requests that contain a secret', async () => {
    const page = await open('#GET /articles?page[size]=1');
    await answered(page, '200');
    for (const target of ['/people/1', '/people?access_token=secret-value']) {
      await page.getByLabel('Path and query').fill(target);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.history').getByText(target).waitFor({ state: 'attached' });
    }
    await page.goto(`${served.origin}/explorer#GET /comments/1`);
    await page.reload();
    await page.getByText(/^History \([3-5]\)/).click();
    await page.locator('.history').getByText('/people/1').first().waitFor();
    await expect.poll(() => page.locator('.history').textContent()).not.toContain('secret-value');
  });

  test('the first page is empty, and not an error, if the API has nothing at its root', async () => {
    const page = await open('');
    await page.getByText('Choose a type').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answered(page, '404');
  });

  test.each([
    ['table', false],
    ['editor', true],
    ['operations-failed', true],
    // Marks of the editor appear one after the other, and a busy machine can take the picture between them.
  ])('X18: the picture of the state %s is the same twice (dark: %s)', { retry: 2 }, async (name, dark) => {
    const state = screenshotStates.find((it) => it.name === name);
    const pictures: Buffer[] = [];
    for (const _ of [1, 2]) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
      });
      pictures.push(await screenshotOf(await context.newPage(), `${served.origin}/explorer`, state as ScreenshotState));
      await context.close();
    }
    expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
  });
});

async function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}
