/** Links to the page by anyone, and links and values of a hostile API, in Chromium. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { explorerFiles } from '../src/index.ts';
import { type Browser, openPage, type Page, startBrowser } from './browser.ts';
import { inChromium } from './in-chromium.ts';

const media = { 'Content-Type': 'application/vnd.api+json' };
const long = 'x'.repeat(30_000_000);
const many = `[${'[1],'.repeat(300_000)}1]`;
const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const description = {
  contract: 1,
  types: {
    articles: {
      endpoints: [
        { method: 'POST', path: '/articles' },
        { method: 'PATCH', path: '/articles/{id}' },
      ],
      fields: {},
    },
  },
  operations: { path: '/../logout', limit: 10 },
};
const resource = (): string =>
  `{"data":{"type":"articles","id":"1","attributes":${attributes},"links":{"self":"/api/articles/1"}}}`;
const find = explorerFiles('/explorer', { api: '/api', description: '/description.json' });

/** The requests that arrived, apart from those for the files of the page. */
const seen: { readonly method: string; readonly path: string; readonly cookie: string | undefined }[] = [];
/** The attributes of the article, and the document of a 412. */
let attributes = '{}';
let rejection = '';

const host = createServer((request: IncomingMessage, response) => {
  const { method = '', url = '/' } = request;
  request.resume();
  const file = find(url.split('?')[0] ?? '');
  if (file !== undefined) return void response.writeHead(file.status, file.headers).end(file.body);
  if (url === '/description.json') return void response.end(JSON.stringify(description));
  seen.push({ method, path: url, cookie: request.headers.cookie });
  if (method === 'PATCH') return void response.writeHead(412, media).end(rejection);
  const links = { describedby: '/elsewhere' };
  const text = url === '/api/articles/1' ? resource() : JSON.stringify({ data: [], links });
  // HTTP/2 has no text of a status either.
  response.writeHead(200, '', { ...media, ETag: '"1"' }).end(text);
});

inChromium('links and values', () => {
  let browser: Browser;
  let origin: string;
  let page: Page;
  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    host.closeAllConnections();
    host.close();
  });
  beforeEach(async () => {
    ({ page } = await openPage(browser, `${origin}/explorer`));
    await page.context().addCookies([{ name: 'session', value: '1', url: origin }]);
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    seen.length = 0;
  });
  afterEach(() => page.context().close());

  /** Waits until the page shows a successful response. */
  const ok = (): Promise<void> => page.locator('.summary .status', { hasText: '200 OK' }).waitFor();
  const rejected = (): Promise<void> =>
    page.getByText('must begin with a slash and lead below the URL of the API').waitFor();

  test.each([
    ...[
      '/../logout',
      '/%2e%2e/logout',
      '/%252e%252e/logout',
      '/..%2flogout',
      '/\\..\\logout',
      '/..%5Clogout',
      '/..;/logout',
    ],
    ...['https://evil.example/', 'logout', '@evil.example/', '/x/../../logout', '/articles/../../logout?x'],
  ])('a link to %s sends no request, and neither do the controls', async (target) => {
    await page.goto('about:blank');
    await page.goto(`${origin}/explorer#GET ${target}`);
    await rejected();
    await page.getByLabel('Path and query').fill('/articles/1');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await ok();
    await page.evaluate((it) => location.assign(`#GET ${it}`), target);
    await rejected();
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      await page.getByLabel('Method').selectOption(method);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await rejected();
    }
    await page.getByText('Code', { exact: true }).click();
    await page.getByText('must begin with a slash').nth(1).waitFor();
    expect(seen.filter(({ path }) => !/^\/api\/(?:articles(?:\/1)?)?$/.test(path) && path !== '/elsewhere')).toEqual(
      [],
    );
  });

  test('the endpoint for operations of a description must be below the API, too', async () => {
    await page.getByLabel('Method').selectOption('DELETE');
    await page.getByLabel('Path and query').fill('/articles/1');
    await page.getByRole('button', { name: 'Add to operations' }).click();
    await page.getByRole('button', { name: 'Send the operation' }).click();
    await rejected();
    expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a link of the API to a description on another path of its host is requested without cookies', async () => {
    // The option `description` takes precedence, so this page has none.
    await page.route('**/description.json', (route) => route.fulfill({ status: 404 }));
    await page.goto('about:blank');
    await page.goto(`${origin}/explorer#GET /articles`);
    await ok();
    expect(seen.filter(({ path }) => path === '/api/articles').map(({ cookie }) => cookie)).toContain('session=1');
    expect(seen.filter(({ path, cookie }) => path === '/elsewhere' && cookie !== undefined)).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['a text of 30 MB', `"${long}"`, '30000000 characters'],
    ['an array of 300,001 items', many, '300001 items'],
    ['a deep array', deep, '1 items'],
  ])('after 412, %s is cut, with its size', async (_, big, size) => {
    attributes = `{"title":${big}}`;
    rejection = `{"errors":[{"title":"${long}","detail":${big},"meta":{"big":${big}}}]}`;
    await page.getByLabel('Method').selectOption('PATCH');
    await page.getByLabel('Path and query').fill('/articles/1');
    await page.locator('.cm-content').click();
    await page.keyboard.insertText('{"data":{"type":"articles","id":"1","attributes":{"title":"mine"}}}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const conflict = page.getByRole('region', { name: 'Conflict' });
    await conflict.getByText(size).waitFor();
    await conflict.getByText('"mine"').waitFor();
    await conflict.getByRole('button').click();
    await expect.poll(() => page.evaluate(() => document.body.textContent?.length)).toBeLessThan(50_000);
    attributes = '{}';
  });

  test('a resource of 30 MB can be shown, edited, and left', async () => {
    attributes = `{"title":"${long}","other":{"many":${many}},"words":7}`;
    await page.getByLabel('Path and query').fill('/articles/1');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('29999000 more characters').waitFor();
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.locator('.cm-line').first().waitFor();
    // Values that are too long to edit are not in the request, so they stay as they are.
    await page.getByText('Code', { exact: true }).click();
    await page.getByText(/--data-binary/).waitFor();
    await expect
      .poll(() => page.getByText(/--data-binary/).textContent())
      .toMatch(/"data": \{\s+"type": "articles",\s+"id": "1"\s+\}/);
    await expect.poll(() => page.evaluate(() => document.body.textContent?.length)).toBeLessThan(50_000);
    attributes = '{}';
    await page.getByLabel('Method').selectOption('GET');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await ok();
  });
});
