/** The application in Chromium, over a server with a database and a stream of events. */
import type { AddressInfo } from 'node:net';
import { createClient } from '@linkage/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Browser, openPage, type Page, startBrowser } from '../../../packages/tools/explorer/test/browser.ts';
import { inChromium } from '../../../packages/tools/explorer/test/in-chromium.ts';
import type { api } from './schema.ts';
import { createApp } from './server.ts';

inChromium('the application of React', () => {
  let browser: Browser;
  let origin: string;
  let app: Awaited<ReturnType<typeof createApp>>;
  const client = () => createClient<typeof api>({ baseUrl: `${origin}/api` });
  const opened: Awaited<ReturnType<typeof openPage>>[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    app = await createApp(() => origin);
    await new Promise<void>((resolve) => void app.host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(app.host.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const { page, problems } of opened.splice(0)) {
      await page.context().close();
      expect(problems).toEqual([]);
    }
  });
  afterAll(async () => {
    await browser?.close();
    app?.stop();
  });

  async function open(): Promise<Page> {
    const watched = await openPage(browser, origin);
    opened.push(watched);
    await watched.page.getByRole('region', { name: 'List' }).waitFor();
    return watched.page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const article = (page: Page) => page.getByRole('region', { name: 'Article' });

  /** Creates an article that is the first of the list, and opens it. */
  async function openNew(title: string): Promise<readonly [Page, string]> {
    const { data } = await client().create('articles', { attributes: { title } });
    const page = await open();
    await button(page, title).click();
    await article(page).waitFor();
    return [page, data.id];
  }
  const titleOf = async (id: string): Promise<string> => (await client().get('articles', id)).data.title;
  const countOf = async (title: string): Promise<number> => {
    let count = 0;
    for await (const it of await client().list('articles')) if (it.title === title) count++;
    return count;
  };

  test('what the server has rendered is shown without a request', async () => {
    const { page } = await openPage(browser, 'about:blank');
    const requests: string[] = [];
    await page.route('**/api/**', (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    await page.goto(origin);
    await page.getByText('Article 01').waitFor();
    await expect.poll(() => page.getByText(/, by (Ada|Dan)/).count()).toBe(5);
    expect(requests.filter((it) => !it.endsWith('/events'))).toEqual([]);
    await page.context().close();
  });

  test('scrolling reads all pages', async () => {
    const page = await open();
    await button(page, 'Scroll').click();
    await page.getByText('Article 15').waitFor();
    await expect.poll(() => page.getByRole('listitem').count()).toBe(15);
    for (const count of ['Article 30', 'Article 40']) {
      await page.getByText(/^More follow/).scrollIntoViewIfNeeded();
      await page.getByText(count).waitFor();
    }
    await page.getByText('That is all').waitFor();
  });

  test('a form shows errors, saves twice, and undoes', async () => {
    const [page, id] = await openNew('A form');
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('');
    await button(page, 'Save').click();
    await page.getByRole('alert').waitFor();
    for (const text of ['A form, saved', 'A form, saved twice']) {
      await title.fill(text);
      await button(page, 'Save').click();
      await button(page, text).waitFor();
      await expect.poll(() => titleOf(id)).toBe(text);
    }
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await button(page, 'Undo').click();
    await expect.poll(() => titleOf(id)).toBe('A form, saved');
    await expect.poll(() => title.inputValue()).toBe('A form, saved');
  });

  test('a conflict shows both, and either can win', async () => {
    const [page, id] = await openNew('A conflict');
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await client().update('articles', id, { attributes: { title: 'A theirs' } });
    await button(page, 'Save').click();
    await page.getByText('changed the title to “A theirs”').waitFor();
    await expect.poll(() => titleOf(id)).toBe('A theirs');
    await button(page, 'Keep mine').click();
    await expect.poll(() => titleOf(id)).toBe('Mine');
  });

  test('a change is shown at once, and taken back if the server rejects it', async () => {
    const [page, id] = await openNew('A change');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/api/articles/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await held;
      const body = JSON.stringify({ errors: [{ status: '422', title: 'No' }] });
      return route.fulfill({ status: 422, contentType: 'application/vnd.api+json', body });
    });
    await page.getByLabel('Title', { exact: true }).fill('A change at once');
    await button(page, 'Save without waiting').click();
    await button(page, 'A change at once').waitFor();
    release();
    await button(page, 'A change').waitFor();
    await expect.poll(() => button(page, 'A change at once').count()).toBe(0);
  });

  test('an action, and a deletion', async () => {
    const [page, id] = await openNew('A publication');
    await page.getByText('not published').waitFor();
    await button(page, 'Publish').click();
    await page.getByText(', published').waitFor();
    const total = async () => Number.parseInt((await page.getByText(/^\d+ articles$/).textContent()) ?? '', 10);
    const before = await total();
    await button(page, 'Delete').click();
    await article(page).waitFor({ state: 'detached' });
    await expect.poll(total).toBe(before - 1);
    await expect(client().get('articles', id)).rejects.toMatchObject({ status: 404 });
  });

  test('a transaction creates an article and its author', async () => {
    const page = await open();
    await page.getByLabel('New title').fill('A pair');
    await page.getByLabel('Name of a new author').fill('Eve');
    await button(page, 'Create with author').click();
    await page.getByText(', by Eve').waitFor();
  });

  test('changes of others appear', async () => {
    const [page, id] = await openNew('A live one');
    await client().update('articles', id, { attributes: { title: 'A live one, changed' } });
    await button(page, 'A live one, changed').waitFor();
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('A live one, changed');
    await client().delete('articles', id);
    await button(page, 'A live one, changed').waitFor({ state: 'detached' });
  });

  test('a minute without a connection, and lost responses: each create leaves one resource', async () => {
    const page = await open();
    await page.clock.install();
    let lost = 0;
    // The server has created the article, and the page does not learn of it.
    await page.route('**/api/articles', async (route) => {
      if (route.request().method() !== 'POST' || lost >= 8) return route.continue();
      lost++;
      await route.fetch();
      return route.abort('connectionreset');
    });
    const titles = ['A draft 1', 'A draft 2', 'A draft 3'];
    const create = async (title: string): Promise<void> => {
      await page.getByLabel('New title').fill(title);
      await button(page, 'Create').click();
      await page.getByRole('list', { name: 'Waiting' }).getByText(title).waitFor();
    };
    await create('A draft 1');
    await expect.poll(() => lost).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await create('A draft 2');
    await create('A draft 3');
    await page.clock.fastForward(60_000);
    await page.context().setOffline(false);
    const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    await expect
      .poll(async () => {
        await page.clock.fastForward(1000);
        return waiting.count();
      })
      .toBe(0);
    expect(lost).toBe(8);
    expect(await Promise.all(titles.map(countOf))).toEqual([1, 1, 1]);
    await button(page, 'A draft 3').waitFor();
  });

  test('a create that waits survives a restart of the browser, and so does the cache', async () => {
    const page = await open();
    const context = page.context();
    await context.setOffline(true);
    await page.getByLabel('New title').fill('A 1 stored');
    await button(page, 'Create').click();
    await page.getByRole('list', { name: 'Waiting' }).getByText('A 1 stored').waitFor();
    const stored = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const request = indexedDB.open('articles', 1);
            request.onsuccess = () => {
              const read = request.result.transaction('states').objectStore('states').get('state');
              read.onsuccess = () => resolve(JSON.stringify(read.result ?? ''));
            };
          }),
      );
    await expect.poll(stored).toContain('A 1 stored');
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(origin);
    await button(next, 'A 1 stored').waitFor();
    expect(await countOf('A 1 stored')).toBe(1);
  });

  test('DevTools show the queries', async () => {
    const page = await open();
    await page
      .getByRole('button', { name: /devtools/i })
      .first()
      .click();
    await page
      .getByText(/"articles","list"/)
      .first()
      .click();
    await page.getByText('Data Explorer').waitFor();
  });
});
