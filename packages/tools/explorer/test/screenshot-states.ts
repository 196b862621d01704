/** The states of the page of which `scripts/docs/explorer-screenshots.ts` takes pictures. */
import type { Page } from 'playwright-core';
import { answered, openMenu, showJson, writeDocument } from './browser.ts';

/** A state: an address, and the steps after it. */
export interface ScreenshotState {
  readonly name: string;
  readonly hash: string;
  readonly steps?: (page: Page) => Promise<unknown>;
  /** The time that requests seem to take. Default: 0. */
  readonly milliseconds?: number;
}

/** The height of the window. A longer page is cut. */
export const HEIGHT = 2400;

const long = 'a-word-without-spaces-'.repeat(20);
const jsonApi = 'application/vnd.api+json';

/** Makes the API return a document for a path. */
async function respond(page: Page, document: unknown, status = 200): Promise<void> {
  const body = JSON.stringify(document);
  await page.route('**/api/people', (route) => route.fulfill({ status, contentType: jsonApi, body }));
  await openMenu(page);
  await page.getByRole('link', { name: 'people', exact: true }).click();
  await answered(page, `${status}`);
}

async function collect(page: Page, id: string, attributes: object): Promise<void> {
  await page.getByRole('button', { name: `Edit articles ${id}`, exact: true }).click();
  await showJson(page);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify({ data: { type: 'articles', id, attributes } }, null, 2));
  await page.getByRole('button', { name: 'Add to operations' }).click();
}

const tab = (page: Page, name: RegExp | string): Promise<void> => page.getByRole('tab', { name }).click();

export const screenshotStates: readonly ScreenshotState[] = [
  { name: 'first-page', hash: '' },
  { name: 'collection', hash: '#GET /articles?include=author&page[size]=3', steps: (page) => tab(page, 'Document') },
  { name: 'table', hash: '#GET /articles?include=author&page[size]=8' },
  {
    name: 'table-tools',
    hash: '#GET /articles?include=comments&page[size]=4&page[number]=2&sort=-words',
    steps: async (page) => {
      for (const name of ['Columns', 'Views', 'Export']) await page.getByText(new RegExp(`^${name}`)).click();
      await page.getByLabel('Select articles 54').check();
    },
  },
  {
    name: 'table-cell',
    hash: '#GET /articles?page[size]=4',
    steps: async (page) => {
      await page.getByRole('cell', { name: 'Article 3' }).getByRole('button').click();
      await page.getByRole('dialog').getByLabel('title').fill('');
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByText('/data/attributes/title').waitFor();
    },
  },
  {
    name: 'table-change',
    hash: '#GET /articles?page[size]=4',
    steps: async (page) => {
      await page.getByLabel('Select all rows').check();
      await page.getByRole('button', { name: 'Change 4', exact: true }).click();
      await page.getByLabel('Field to change').selectOption('words');
      await page.getByLabel('Field to change').selectOption('author');
    },
  },
  {
    name: 'deletion',
    hash: '#GET /articles?page[size]=4',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Delete articles 3', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'record',
    hash: '#GET /articles/1',
    steps: (page) => page.getByRole('region', { name: 'comments' }).getByText('Comment 1').waitFor(),
  },
  {
    name: 'completion',
    hash: '#GET /articles?page[size]=3',
    steps: async (page) => {
      await page.getByLabel('Path and query').fill('/articles?filter[');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'palette',
    hash: '#GET /articles/1',
    steps: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    hash: '#GET /articles/1',
    steps: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'open-requests',
    hash: '#GET /articles/1',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Add a tab' }).click();
      await page.getByRole('region', { name: 'Start' }).getByText('60').waitFor();
    },
  },
  { name: 'headers', hash: '#GET /articles/1', steps: (page) => tab(page, 'Headers') },
  { name: 'checks', hash: '#GET /articles/1', steps: (page) => tab(page, /^Checks \(/) },
  { name: 'empty', hash: '#GET /articles?filter[title]=none' },
  {
    name: 'builder',
    hash: '#GET /articles?include=author,comments.author&fields[articles]=title,author&filter[words][ge]=many&filter[title]=a&sort=-words',
  },
  { name: 'error', hash: '#GET /articles?include=writer&sort=length' },
  { name: 'not-found', hash: '#GET /articles/none' },
  {
    name: 'invalid-document',
    hash: '#GET /articles/1',
    steps: async (page) => {
      await respond(page, { data: [{ type: 'people', id: 1, attributs: {} }], links: { self: 5 } });
      await tab(page, /^Checks \([1-9]/);
    },
  },
  {
    name: 'editor',
    hash: '#GET /articles?page[size]=1',
    steps: async (page) => {
      await openMenu(page);
      await page.getByRole('button', { name: 'New articles' }).click();
      await showJson(page);
      await writeDocument(page, '{\n  "data": {\n    "type": "articles",\n    "attributes": { "title": "" }\n  }\n}');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.cm-lintRange-error').first().waitFor();
    },
  },
  {
    name: 'form',
    hash: '#GET /articles?page[size]=1',
    steps: async (page) => {
      await openMenu(page);
      await page.getByRole('button', { name: 'New articles' }).click();
      await page.getByLabel('words').fill('many');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Search author').focus();
      await page.getByRole('list', { name: 'Results for author' }).getByText('Ada').waitFor();
    },
  },
  {
    name: 'form-of-update',
    hash: '#GET /articles/2',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByLabel('title').fill('Another title');
      await page.getByText('Documentation: articles').click();
    },
  },
  {
    name: 'conflict',
    hash: '#GET /articles/2',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Edit this resource' }).click();
      await page.getByLabel('title').fill('Mine');
      await page.route('**/api/articles/2', (route) => {
        const attributes = { title: 'That of a colleague', words: 25, state: 'published' };
        const present = JSON.stringify({ data: { type: 'articles', id: '2', attributes } });
        if (route.request().method() === 'GET')
          return route.fulfill({ headers: { etag: '"changed"' }, contentType: jsonApi, body: present });
        const errors = [{ status: '412', title: 'Precondition failed', detail: 'The resource has changed.' }];
        return route.fulfill({ status: 412, contentType: jsonApi, body: JSON.stringify({ errors }) });
      });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('region', { name: 'Conflict' }).getByRole('table').waitFor();
    },
  },
  {
    name: 'code',
    hash: '#GET /articles?include=author&page[size]=1',
    steps: async (page) => {
      await page.getByText('Headers', { exact: true }).first().click();
      await page.getByRole('button', { name: 'Add a header' }).click();
      await page.getByText('Code', { exact: true }).click();
    },
  },
  {
    name: 'operations-failed',
    hash: '#GET /articles?page[size]=4',
    steps: async (page) => {
      await tab(page, 'Table');
      await collect(page, '1', { title: 'New title' });
      await collect(page, '2', { title: '' });
      await page.getByRole('button', { name: 'Delete articles 3', exact: true }).click();
      await page.getByRole('button', { name: 'Show the request' }).click();
      await page.getByRole('button', { name: 'Add to operations' }).click();
      await page.getByRole('button', { name: 'Send 3 operations' }).click();
      await page.locator('.operation.failed').waitFor();
    },
  },
  {
    name: 'operations-done',
    hash: '#GET /articles?page[size]=4',
    steps: async (page) => {
      await tab(page, 'Table');
      await collect(page, '1', { state: 'draft' });
      await collect(page, '3', { state: 'draft' });
      await page.getByRole('button', { name: 'Send 2 operations' }).click();
      await page.getByText('All 2 operations are done.').waitFor();
    },
  },
  {
    name: 'description',
    hash: '#GET /articles/1',
    steps: async (page) => {
      await openMenu(page);
      await page.getByText(/^Description/).click();
      await page.getByLabel('URL of a description').fill('/api/articles');
      await page.getByLabel('URL of a description').press('Enter');
      await page.getByText('cannot be read').waitFor();
      await page.getByText(/^History/).click();
    },
  },
  {
    name: 'long-values',
    hash: '#GET /articles/1',
    steps: (page) =>
      respond(page, {
        data: [
          {
            type: 'people',
            id: long,
            attributes: {
              name: long.repeat(10),
              [long]: 1,
              text: 'Several words in a row. '.repeat(40),
              object: { a: { b: [1, 2] } },
            },
            relationships: {
              [long]: { data: { type: 'people', id: long }, links: { related: `/api/people/${long}` } },
            },
          },
        ],
        meta: { '<img src=x>': '<script>alert(1)</script>' },
      }),
  },
  {
    name: 'long-values-table',
    hash: '#GET /articles/1',
    steps: async (page) => {
      const attributes = { name: long.repeat(10), [long]: 1, text: 'Several words in a row. '.repeat(40) };
      await respond(page, { data: [{ type: 'people', id: long, attributes }] });
      await tab(page, 'Table');
    },
  },
  {
    name: 'no-connection',
    hash: '#GET /articles/1',
    steps: async (page) => {
      await answered(page, '200');
      await page.route('**/api/people', (route) => route.abort());
      await openMenu(page);
      await page.getByRole('link', { name: 'people', exact: true }).click();
      await page.getByText('cannot be reached').waitFor();
    },
  },
];

/** Opens a state, and returns its picture. Equal states have equal pictures: times and carets do not show. */
export async function screenshotOf(
  page: Page,
  url: string,
  { hash, steps, milliseconds = 0 }: ScreenshotState,
): Promise<Buffer> {
  await page.addInitScript((shown) => {
    let now = 0;
    // Each request takes the time between two calls.
    performance.now = () => (now += shown);
  }, milliseconds);
  // A transition draws the rounded corners in another layer, and a few of their points in other colors.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(url + hash);
  await page.locator('.types a').first().waitFor({ state: 'attached' });
  await page.locator('.summary > :not(:text-is("Sending…"))').first().waitFor();
  await steps?.(page);
  await page.waitForFunction(() => document.querySelector('.answer')?.getAttribute('aria-busy') === 'false');
  // The name of the tab has the number of issues as soon as the document is checked.
  if ((await page.locator('.answer [role=tab]').count()) > 0)
    await page.getByRole('tab', { name: /^Checks \(/ }).waitFor();
  // The total of a list can arrive after the list.
  await page.waitForLoadState('networkidle');
  // A picture of the full page would end the emulation of touch.
  const height = await page.evaluate(() => {
    scrollTo(0, 0);
    return document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
  });
  const { width } = page.viewportSize() ?? { width: 0 };
  const clip = { x: 0, y: 0, width, height: Math.min(Math.max(Math.ceil(height), 900), HEIGHT) };
  return page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
}
