/** The form of a resource in Chromium, and what a table offers. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, type PageOptions, seriousIssues, writesOf } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

inChromium('forms', () => {
  const explorer = useExplorer();
  async function open(hash: string, options?: PageOptions): Promise<Page> {
    const page = await explorer.open(hash, options);
    await answered(page, '200');
    return page;
  }
  const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send', exact: true }).click();
  const path = (page: Page): Promise<string> => page.getByLabel('Path and query').inputValue();

  test('a new resource: controls by type, marks before it is sent, and a search for a related resource', async () => {
    const page = await open('#GET /articles?page[size]=1');
    const written = writesOf(page, (it) => it.method());
    await page.getByRole('button', { name: 'New articles' }).click();
    await send(page);
    await page.getByRole('alert').getByText('3 fields do not fit the description.').waitFor();
    await expect.poll(() => page.getByLabel('title').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-title');
    await page.getByLabel('title').fill('New');
    await page.getByLabel('words').fill('many');
    await page.locator('.form').getByText('must be a number').waitFor();
    await page.getByLabel('state').selectOption('draft');
    expect(await seriousIssues(page)).toEqual([]);
    await send(page);
    await page.getByRole('alert').getByText('One field does not fit the description.').waitFor();
    expect(written).toEqual([]);
    await page.getByLabel('words').fill('1.5');
    await page.getByLabel('Search author').fill('Ad');
    await page.getByRole('list', { name: 'Results for author' }).getByRole('button', { name: 'Ada 1' }).click();
    await page.locator('.picked').getByText('Ada people 1').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByLabel('title').press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      data: {
        type: 'articles',
        attributes: { title: 'New', words: 1.5, state: 'draft' },
        relationships: { author: { data: { type: 'people', id: '1' } } },
      },
    });
    await answered(page, '201');
  });

  test('the server decides in the end: its errors stand at the fields, and a form with marks can be sent anyway', async () => {
    const page = await open('#GET /articles/2');
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    // Before the form appears, the only control with this name is the one of the fields to show.
    await expect.poll(() => page.getByLabel('title').inputValue()).toBe('Article 2');
    await page.getByLabel('title').fill('');
    await send(page);
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await answered(page, '422');
    await page.getByRole('button', { name: 'Restore title' }).click();
    await page.getByText('Nothing has changed yet').waitFor();
    await expect.poll(() => page.getByLabel('title').inputValue()).toBe('Article 2');
  });

  test('an update of an attribute and of a relationship contains both and nothing else', async () => {
    const page = await open('#GET /articles/12?include=author');
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('state').selectOption('draft');
    await page.getByLabel('Search comments').fill('2');
    await page.getByRole('list', { name: 'Results for comments' }).getByRole('button', { name: 'Comment 2 2' }).click();
    await page.getByText('only what you have changed: state, comments.').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await send(page);
    expect((await sent).postDataJSON()).toEqual({
      data: {
        type: 'articles',
        id: '12',
        attributes: { state: 'draft' },
        relationships: { comments: { data: [{ type: 'comments', id: '2' }] } },
      },
    });
    await answered(page, '200');
  });

  /** Opens the form of a new comment whose text has a pattern. */
  async function openWithPattern(pattern: string): Promise<Page> {
    const page = await open('#GET /comments');
    await page.route('**/description.json', async (route) => {
      const response = await route.fetch();
      const description = await response.json();
      Object.assign(description.types.comments.fields.text.schema, { pattern });
      await route.fulfill({ response, json: description });
    });
    await page.reload();
    await page.getByRole('button', { name: 'New comments' }).click();
    return page;
  }

  test('a pattern of the description is checked before the form is sent', async () => {
    const page = await openWithPattern('^[A-Z]{2}$');
    await page.getByText('a text, pattern ^[A-Z]{2}$').waitFor();
    const written = writesOf(page, (it) => it.url());
    await page.getByLabel('text').fill('usa');
    await page.getByLabel('text').press('Enter');
    await page.getByRole('alert').getByText('One field does not fit the description.').waitFor();
    await page.getByText('must match the pattern ^[A-Z]{2}$').waitFor();
    expect(written).toEqual([]);
    await page.getByLabel('text').fill('US');
    await page.getByLabel('text').press('Enter');
    await answered(page, '201');
  });

  test('a pattern that takes too long is left to the server', async () => {
    const page = await openWithPattern('^(a+)+$');
    await page.getByLabel('text').fill(`${'a'.repeat(40)}!`);
    await page.getByLabel('text').press('Enter');
    await answered(page, '201');
  });

  test('members that the resource does not contain are read before they can change: an update replaces all of them', async () => {
    const page = await open('#GET /articles?page[size]=1');
    await page.route('**/api/articles/1', (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const relationships = { comments: { links: { self: '/api/articles/1/relationships/comments' } } };
      const data = { type: 'articles', id: '1', attributes: { title: 'A' }, relationships };
      return route.fulfill({ contentType: 'application/vnd.api+json', body: JSON.stringify({ data }) });
    });
    await page.goto(`${explorer.origin}/explorer#GET /articles/1`);
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByText('Nothing has changed yet').waitFor();
    await expect.poll(() => page.getByLabel('Search comments').count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Read the members to change them: comments' }).click();
    await page.getByLabel('Search comments').waitFor();
    await page.getByText('Nothing has changed yet').waitFor();
    await page.getByRole('button', { name: 'Remove comments 1 from comments' }).click();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await send(page);
    expect((await sent).postDataJSON().data.relationships).toEqual({
      comments: { data: [{ type: 'comments', id: '2' }] },
    });
  });

  test('a value of the server that does not fit the description does not prevent a change of another field', async () => {
    const page = await open('#GET /articles?page[size]=1');
    await page.route('**/api/articles/14', (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const data = { type: 'articles', id: '14', attributes: { title: 'A', words: null, state: 'other' } };
      return route.fulfill({ contentType: 'application/vnd.api+json', body: JSON.stringify({ data }) });
    });
    await page.goto(`${explorer.origin}/explorer#GET /articles/14`);
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('title').fill('B');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await send(page);
    expect((await sent).postDataJSON().data.attributes).toEqual({ title: 'B' });
  });

  test('a table sorts by its headers, and another page size begins again', async () => {
    const page = await open('#GET /articles?page[size]=5&page[number]=2');
    await page.getByRole('tab', { name: 'Table' }).click();
    const header = page.getByRole('columnheader', { name: 'words' });
    await header.getByRole('button').click();
    await expect.poll(() => path(page)).toBe('/articles?page[size]=5&sort=words');
    await page.getByRole('columnheader', { name: 'words', exact: false }).getByText('↑').waitFor();
    await header.getByRole('button').click();
    await expect.poll(() => path(page)).toBe('/articles?page[size]=5&sort=-words');
    await header.getByText('↓').waitFor();
    await header.getByRole('button').click();
    await expect.poll(() => path(page)).toBe('/articles?page[size]=5');
    await page.getByLabel('Page size').selectOption('10');
    await expect.poll(() => path(page)).toBe('/articles?page[size]=10');
    await expect.poll(() => page.getByRole('row').count()).toBe(11);
  });

  test('the actions of a row are in its first column', async () => {
    const page = await open('#GET /articles?page[size]=2', { width: 390 });
    await page.getByRole('tab', { name: 'Table' }).click();
    const button = page.getByRole('rowheader').first().getByRole('button', { name: 'Edit articles 1', exact: true });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });

  test('an empty list offers to remove its filters, or to begin with the first page', async () => {
    const page = await open(
      '#GET /articles?page[size]=2&page[number]=1&filter[title]=none&filter[words][gt]=9&sort=title',
    );
    await page.getByText('The list is empty.').waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await expect.poll(() => path(page)).toBe('/articles?page[size]=2&sort=title');
    await page.getByRole('table', { name: 'Primary data: 2 resources' }).waitFor();
  });

  test('a relationship has the names of included resources, and otherwise its type and id', async () => {
    const page = await open('#GET /articles?page[size]=1');
    const identifiers = ['1', '2', '3', '4'].map((id) => ({ type: 'comments', id }));
    const relationships = {
      author: { data: { type: 'people', id: '1' }, links: { related: '/api/articles/1/author' } },
      comments: { data: identifiers },
    };
    const included = identifiers.map((it) => ({ ...it, attributes: { text: `Comment ${it.id}` } }));
    const person = { type: 'people', id: '1', attributes: { name: 'Ada' } };
    const data = [{ type: 'articles', id: '1', attributes: { lines: ['a', 'b'], words: 7 }, relationships }];
    await page.route('**/api/articles?*', (route) => {
      const isCompound = route.request().url().includes('include');
      const document = { data, ...(isCompound && { included: [...included, person] }) };
      return route.fulfill({ contentType: 'application/vnd.api+json', body: JSON.stringify(document) });
    });
    await page.goto(`${explorer.origin}/explorer#GET /articles?sort=title`);
    const cells = page.getByRole('row').nth(1).getByRole('cell');
    await expect.poll(() => cells.allTextContents()).toEqual(['a, b', '7', 'people 1', '4 members']);
    await expect.poll(() => cells.nth(1).evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right');
    await page.goto(`${explorer.origin}/explorer#GET /articles?include=author,comments`);
    await expect
      .poll(() => cells.allTextContents())
      .toEqual(['a, b', '7', 'Ada', 'Comment 1, Comment 2, Comment 3, 1 more']);
    await cells.getByRole('link', { name: 'Ada' }).click();
    await expect.poll(() => path(page)).toBe('/articles/1/author');
  });

  test('a long list has the links to its pages at its end, too', async () => {
    const page = await open('#GET /articles?page[size]=11');
    await page.getByRole('navigation', { name: 'At the end of the list' }).getByRole('link', { name: 'next' }).click();
    await expect.poll(async () => decodeURIComponent(await path(page))).toBe('/articles?page[size]=11&page[number]=2');
    await page.goto(`${explorer.origin}/explorer#GET /articles?page[size]=10`);
    await page.getByRole('table', { name: 'Primary data: 10 resources' }).waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'At the end of the list' }).count()).toBe(0);
  });

  test('what is typed after a new filter is its value', async () => {
    const page = await open('#GET /articles');
    await page.getByRole('rowheader').first().waitFor();
    for (const [name, value] of [
      ['title', 'Article 3'],
      ['words', '30'],
    ]) {
      await page.getByRole('button', { name: 'Add a filter' }).click();
      await page.getByLabel(`Value of ${name}`).waitFor();
      await page.keyboard.type(value ?? '');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => path(page)).toBe('/articles?filter[title]=Article%203&filter[words]=30');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  });

  test('an event right after another one finds the page as the first one has left it', async () => {
    const page = await open('#GET /articles');
    await page.getByRole('rowheader').first().waitFor();
    const focused = await page.evaluate(async () => {
      const all = [...document.querySelectorAll('button')];
      all.find((it) => it.textContent === 'Add a filter')?.click();
      // The next task comes before the next frame.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      return document.activeElement?.ariaLabel;
    });
    expect(focused).toBe('Value of title');
  });

  test('the borders of rows are those of cells, so that they move with the first column', async () => {
    const page = await open('#GET /articles');
    await page.getByRole('rowheader').first().waitFor();
    const style = await page.locator('table').evaluate((it) => getComputedStyle(it).borderCollapse);
    expect(style).toBe('separate');
  });

  test('filters have the controls of their fields', async () => {
    const page = await open('#GET /articles?page[size]=2');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Field', { exact: true }).selectOption('state');
    await page.getByLabel('Value of state').selectOption('draft');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => path(page)).toBe('/articles?page[size]=2&filter[state]=draft');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
    await page.getByLabel('Path and query').fill('/articles?filter[state]=many');
    await page.getByText('must be one of draft, published').waitFor();
  });

  test('the documentation of a type is beside the request', async () => {
    const page = await open('#GET /articles?page[size]=2');
    await page.getByText('Documentation: articles').click();
    const fields = page.getByRole('list', { name: 'Fields of articles' }).getByRole('listitem');
    await expect
      .poll(() => fields.first().textContent())
      .toMatch(/^title required sort filter a text, at least 1 character/);
    const [request, pane] = [page.getByRole('region', { name: 'Request' }), page.getByRole('complementary')];
    const [left, right] = [await request.boundingBox(), await pane.boundingBox()];
    expect((left?.x ?? 999) + (left?.width ?? 999)).toBeLessThanOrEqual(right?.x ?? 0);
    expect(await seriousIssues(page)).toEqual([]);
    // A relationship leads to the documentation of its type.
    await pane.getByRole('button', { name: 'people' }).click();
    await page.getByRole('list', { name: 'Fields of people' }).getByText('name').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('people');
    await pane.getByRole('button', { name: 'Back to articles' }).click();
    await page.setViewportSize({ width: 390, height: 900 });
    await pane.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Fields of articles' }).waitFor();
  });
});
