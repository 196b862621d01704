/** The command in front of three APIs: the demo, the shop of the documentation, and a server that is not ours. */
import { createServer, type Server as Host } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShop } from '../../../docs/examples/shop/server.ts';
import { serveAtlas } from '../../atlas/test/served-atlas.ts';
import { createExplorerHost } from '../src/serve.ts';
import { chromiumPath, openPage, startBrowser } from './browser.ts';

/** An API that a test has started. */
interface RunningApi {
  readonly url: string;
  readonly stop: () => unknown;
}

async function listen(host: Host): Promise<string> {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

async function startAtlas(): Promise<RunningApi> {
  const atlas = await serveAtlas();
  return { url: atlas.base, stop: atlas.close };
}

async function startShop(): Promise<RunningApi> {
  const app = await createShop(async () => undefined);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `${origin}/api`, stop: () => app.close() };
}

/** Fortune: absolute links, no `jsonapi` member, and no description. */
async function startFortune(): Promise<RunningApi> {
  const require = createRequire(import.meta.url);
  // biome-ignore lint/suspicious/noExplicitAny: These packages have no types.
  const [fortune, fortuneHttp, serializer]: readonly any[] = ['fortune', 'fortune-http', 'fortune-json-api'].map(
    (name) => require(name),
  );
  const store = fortune({
    article: { title: String, author: ['person', 'articles'] },
    person: { name: String, articles: [Array('article'), 'author'] },
  });
  await store.connect();
  await store.create('person', [{ id: '1', name: 'Gebhardt' }]);
  await store.create('article', [{ id: '1', title: 'Bikes', author: '1' }]);
  const listener = fortuneHttp(store, { serializers: [[serializer, {}]] });
  const host = createServer((request, response) => listener(request, response).catch(() => undefined));
  return { url: await listen(host), stop: () => host.close() };
}

// Without Chromium: install the Debian package `chromium`.
describe.skipIf(chromiumPath === undefined)('APIs behind the command (skipped: Chromium is not installed)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the explorer in front of an API, runs the steps, and stops everything. */
  async function explore(
    start: () => Promise<RunningApi>,
    hash: string,
    steps: (page: Page) => Promise<void>,
  ): Promise<void> {
    const api = await start();
    const host = createExplorerHost({ api: api.url, description: undefined, writes: true });
    const { page, problems } = await openPage(browser, `${await listen(host)}/${hash}`);
    try {
      await steps(page);
      expect(problems).toEqual([]);
    } finally {
      await page.context().close();
      host.close();
      await api.stop();
    }
  }
  const status = (page: Page): Promise<void> => page.getByRole('status').getByText('200').first().waitFor();
  const document = (page: Page) => page.getByRole('tabpanel');

  test('the demo: from the root to a country, and to its cities', async () => {
    await explore(startAtlas, '', async (page) => {
      await page.locator('.types').getByRole('link', { name: 'countries' }).click();
      await page.getByRole('tab', { name: 'Table' }).click();
      await page.getByRole('rowheader', { name: 'ABW' }).getByRole('link').click();
      await document(page).getByText('Aruba').first().waitFor();
      await document(page).getByRole('link', { name: 'related' }).first().click();
      // The status of the request before is still there when the path changes.
      await expect.poll(() => page.getByLabel('Path and query').inputValue()).toMatch(/^\/countries\/ABW\//);
      await status(page);
    });
  });

  test('the shop: its products as a table', async () => {
    await explore(startShop, '#GET /products', async (page) => {
      await status(page);
      await page.getByRole('tab', { name: 'Table' }).click();
      const rows = await document(page).getByRole('row').count();
      expect(rows).toBeGreaterThan(0);
      await page.locator('.types').getByRole('link', { name: 'products' }).waitFor();
    });
  });

  test('a server that is not ours: three links, from a collection to the resources of a related one', async () => {
    await explore(startFortune, '#GET /articles', async (page) => {
      await status(page);
      await page.getByRole('tab', { name: 'Table' }).click();
      await page.getByRole('rowheader', { name: '1' }).getByRole('link').click();
      await document(page).getByText('Bikes').waitFor();
      await document(page).getByRole('link').last().click();
      await document(page).getByText('Gebhardt').waitFor();
      await document(page).getByRole('link').last().click();
      await document(page).getByText('Bikes').waitFor();
    });
  });

  test('a server that is not ours: a resource is created, changed, and deleted', async () => {
    await explore(startFortune, '#GET /people', async (page) => {
      await status(page);
      await page.getByRole('button', { name: 'New people' }).click();
      await page.getByRole('textbox', { name: 'name' }).fill('Ada');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('status').getByText('201').waitFor();
      await document(page).getByText('"Ada"').waitFor();
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByRole('textbox', { name: 'name' }).fill('Grace');
      const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByRole('button', { name: 'Save the changes' }).click();
      expect((await changed).ok()).toBe(true);
      await document(page).getByText('"Grace"').waitFor();
      await page.getByRole('button', { name: 'Delete this resource' }).click();
      await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('DELETE');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('The resource is deleted.').waitFor();
    });
  });
});
