/** The command in front of an API that wants to act in the origin of the page, in Chromium. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openPage, startBrowser } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { serveBefore } from './listen.ts';

const script = "globalThis.hacked = 1; navigator.serviceWorker?.register('/api/worker.js', { scope: '/' });";
const worker = "addEventListener('fetch', (event) => event.respondWith(new Response('stolen')));";
const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/v1/page.html': ['text/html', `<script src="/api/script.js"></script><script>${script}</script>`],
  '/v1/image.svg': ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`],
  '/v1/script.js': ['text/javascript', script],
  '/v1/worker.js': ['text/javascript', worker],
};
const seen: string[] = [];
const api = createServer((request, response) => {
  const { url = '' } = request;
  seen.push(url);
  const file = files[url];
  response.setHeader('Service-Worker-Allowed', '/');
  if (file !== undefined) return void response.writeHead(200, { 'Content-Type': file[0] }).end(file[1]);
  if (url === '/v1/login') return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  response
    .writeHead(200, {
      'Content-Type': 'application/vnd.api+json',
      'Clear-Site-Data': '"cache", "cookies", "storage"',
      Refresh: '0; url=/api/page.html',
      'X-Request-Id': 'kept',
      ETag: '"7"',
    })
    .end('{"data":{"type":"people","id":"1"}}');
});

inChromium('the command', () => {
  let browser: Browser;
  let host: Server;
  let origin: string;
  beforeAll(async () => {
    ({ host, origin } = await serveBefore(api));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const it of [host, api]) {
      it?.closeAllConnections();
      it?.close();
    }
  });

  test('a document of the API cannot be opened, run, or become a service worker in the origin of the page', async () => {
    const { page } = await openPage(browser, `${origin}/#GET /people/1`);
    const answer = page.getByLabel('Response', { exact: true }).first();
    await answer.getByText('200').first().waitFor();
    const before = seen.length;
    const found = await page.evaluate(async () => {
      const failed = async (run: () => Promise<unknown>) =>
        run().then(
          () => false,
          () => true,
        );
      const element = (name: 'script' | 'iframe' | 'img', src: string) =>
        new Promise((resolve) => {
          const it = document.createElement(name);
          it.src = src;
          it.onload = it.onerror = (event) => resolve((event as Event).type);
          document.body.append(it);
        });
      return {
        registered: !(await failed(() => navigator.serviceWorker.register('/api/worker.js', { scope: '/api/' }))),
        script: await element('script', '/api/script.js'),
      };
    });
    expect(found).toEqual({ registered: false, script: 'error' });
    const opened = await page.context().newPage();
    for (const path of ['/api/page.html', '/api/image.svg', '/api/script.js']) {
      expect((await opened.goto(origin + path))?.status()).toBe(403);
      await expect.poll(() => opened.evaluate(() => 'hacked' in globalThis)).toBe(false);
    }
    // Chromium follows links of the page with the origin of the page.
    await opened.goto(`${origin}/`);
    await opened.evaluate(() => location.assign('/api/page.html'));
    await opened.getByText('The explorer forwards only what its own page requests.').waitFor();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    expect(seen.slice(before).filter((it) => files[it] !== undefined)).toEqual([]);
    await page.context().close();
  });

  test('headers of the API neither delete what this machine stores nor lead elsewhere, but are shown', async () => {
    const { page, problems } = await openPage(browser, `${origin}/`);
    await page.evaluate(() => {
      localStorage.setItem('kept', '1');
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie of another server of this machine.
      document.cookie = 'session=1';
    });
    await page.getByLabel('Path and query').fill('/people/1');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.getByText('x-request-id', { exact: true }).waitFor();
    for (const name of ['clear-site-data', 'etag', 'service-worker-allowed', 'refresh'])
      await page.getByText(name, { exact: true }).waitFor();
    await page.getByLabel('Path and query').fill('/login');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.getByText('www-authenticate', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('kept'), document.cookie]))
      .toEqual(['1', 'session=1']);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
