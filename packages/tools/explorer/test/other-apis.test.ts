/** The command in front of three APIs: the demo, the clinic of the documentation, and a server that is not ours. */
import { createServer, type Server as Host } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyDatabase, openClinic } from '../../../../docs/examples/clinic/tester/open-clinic.ts';
import { serveAtlas } from '../../../internal/atlas/test/served-atlas.ts';
import { createExplorerHost } from '../src/serve.ts';
import { answered, openPage, seriousIssues, startBrowser, writesOf } from './browser.ts';
import { inChromium } from './in-chromium.ts';

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

/** The clinic, whose user is Ada. */
async function startClinic(): Promise<RunningApi> {
  const { app, close } = await openClinic(anyDatabase);
  const host = createServer((request, response) => {
    request.headers.authorization = 'Bearer ada';
    app.routing(request, response);
  });
  const stop = () => {
    host.close();
    return close();
  };
  return { url: `${await listen(host)}/api`, stop };
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
  await store.create('article', [
    { id: '1', title: 'Bikes', author: '1' },
    { id: '2', title: 'Trains' },
  ]);
  const listener = fortuneHttp(store, { serializers: [[serializer, {}]] });
  const host = createServer((request, response) => listener(request, response).catch(() => undefined));
  return { url: await listen(host), stop: () => host.close() };
}

inChromium('APIs behind the command', () => {
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
  const document = (page: Page) => page.getByRole('tabpanel');

  test('the demo: from the root to a country, and to its cities', async () => {
    await explore(startAtlas, '', async (page) => {
      await page.locator('.types').getByRole('link', { name: 'countries' }).click();
      await page.getByRole('rowheader', { name: 'ABW' }).getByRole('link').click();
      await document(page).getByRole('heading', { name: 'Aruba' }).waitFor();
      await document(page).getByRole('heading', { level: 3 }).getByRole('link').first().click();
      await expect.poll(() => page.getByLabel('Path and query').inputValue()).toMatch(/^\/countries\/ABW\//);
      await answered(page, '200');
    });
  });

  test('the clinic: its patients as a table', async () => {
    await explore(startClinic, '#GET /patients', async (page) => {
      await answered(page, '200');
      await document(page).getByRole('row').first().waitFor();
      await page.locator('.types').getByRole('link', { name: 'patients' }).waitFor();
    });
  });

  test('a server that is not ours: three links, from a collection to the resources of a related one', async () => {
    await explore(startFortune, '#GET /articles', async (page) => {
      await answered(page, '200');
      await page.getByRole('rowheader', { name: '1' }).getByRole('link').click();
      await document(page).getByRole('definition').getByText('Bikes').waitFor();
      await document(page).getByRole('definition').getByRole('link', { name: 'Gebhardt' }).click();
      const articles = document(page).getByRole('region', { name: 'articles' });
      await articles.getByRole('link', { name: 'Bikes' }).click();
      await document(page).getByRole('heading', { name: 'Bikes articles 1' }).waitFor();
    });
  });

  test('a server that is not ours: a resource is created, changed, and deleted', async () => {
    await explore(startFortune, '#GET /people', async (page) => {
      await answered(page, '200');
      await page.getByRole('button', { name: 'New people' }).click();
      await page.getByRole('textbox', { name: 'name' }).fill('Ada');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await answered(page, '201');
      await document(page).getByRole('definition').getByText('Ada').waitFor();
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByRole('textbox', { name: 'name' }).fill('Grace');
      const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByRole('button', { name: 'Save the changes' }).click();
      expect((await changed).ok()).toBe(true);
      await document(page).getByRole('definition').getByText('Grace').waitFor();
      await page.getByRole('button', { name: 'Delete this resource' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Grace').waitFor();
      await dialog.getByText('does not have a condition').waitFor();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('The resource is deleted.').waitFor();
    });
  });

  test.each(['chosen', 'written'])('a relationship whose type no document has told is %s by hand', async (way) => {
    await explore(startFortune, '#GET /articles/2', async (page) => {
      await answered(page, '200');
      const written = writesOf(page, (it) => it.postDataJSON());
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByText('The page does not know the type of this relationship.').waitFor();
      const search = page.getByLabel('Search author');
      const save = page.getByRole('button', { name: 'Save the changes' });
      // A string that is neither chosen nor used must not be forgotten.
      await search.fill('1');
      await page.getByText('Write the type first.').waitFor();
      await save.click();
      await page.getByRole('alert').getByText('“1” in “author” has no type: write the type').waitFor();
      await expect.poll(() => search.evaluate((element) => element.matches(':focus'))).toBe(true);
      expect(await seriousIssues(page)).toEqual([]);
      await page.getByLabel('Type of author').fill('people');
      await save.click();
      await page.getByRole('alert').getByText('is not chosen yet').waitFor();
      const results = page.getByRole('list', { name: 'Results for author' });
      if (way === 'chosen') await results.getByRole('button', { name: 'Gebhardt' }).click();
      else {
        await search.fill('7');
        await page.getByText('No resource is found.').waitFor();
        await search.press('Enter');
      }
      await page.getByRole('button', { name: `Remove people ${way === 'chosen' ? 1 : 7} from author` }).waitFor();
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      expect(written).toEqual([]);
      await save.click();
      await expect.poll(() => written).toHaveLength(1);
      expect(written[0].data.relationships).toEqual({
        author: { data: { type: 'people', id: way === 'chosen' ? '1' : '7' } },
      });
    });
  });

  test('a written type without an id is not forgotten either', async () => {
    await explore(startFortune, '#GET /articles/2', async (page) => {
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByLabel('Type of author').fill('people');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('alert').getByText('“people” in “author” has no id').waitFor();
      await page.getByLabel('Type of author').fill('');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('alert').getByText('Nothing has changed.').waitFor();
    });
  });

  test.each([390, 1280])('an API that does not respond is named, and what to do (%i px)', async (width) => {
    const host = createExplorerHost({ api: 'http://127.0.0.1:1/api', description: undefined, writes: true });
    const path = `/${'a-long-path/'.repeat(20)}`;
    const { page, problems } = await openPage(browser, `${await listen(host)}/#GET ${path}`, { width });
    const text = page.getByRole('status').getByText(`http://127.0.0.1:1/api${path} cannot be reached: `);
    await text.waitFor();
    await expect
      .poll(() => text.textContent())
      .toContain('This command still runs: press Send as soon as the API responds.');
    await expect.poll(() => page.getByText('502').count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => globalThis.document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    expect(await seriousIssues(page)).toEqual([]);
    // Without the command, the browser does not tell the page why it has no response.
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Start it again: npx @linkage/explorer http://127.0.0.1:1/api').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
