/** The first use of the page in Chromium, also with the responses of other APIs. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { answered, type PageOptions, seriousIssues, writesOf } from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { useExplorer } from './use-explorer.ts';

const contentType = 'application/vnd.api+json';

inChromium('first use', () => {
  const explorer = useExplorer();

  async function open(hash: string, options?: PageOptions): Promise<Page> {
    const page = await explorer.open('', options);
    await page.getByText('Choose a type').waitFor();
    await page.goto(`${explorer.origin}/explorer${hash}`);
    return page;
  }
  const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send', exact: true }).click();
  const target = (page: Page): Promise<string> => page.getByLabel('Path and query').inputValue();

  test('a description that arrives late does not replace the editor in which the user is', async () => {
    const page = await open('');
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/description.json', async (route) => {
      await released;
      await route.continue();
    });
    const meta = { collections: { articles: '/api/articles' } };
    await page.route('**/api/', (route) => route.fulfill({ contentType, body: JSON.stringify({ meta }) }));
    await page.reload();
    await page.getByRole('button', { name: 'New articles' }).press('Enter');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{"data":{"type":"articles"}}');
    release?.();
    await page.getByRole('link', { name: 'comments', exact: true }).waitFor();
    await expect.poll(() => page.locator('.cm-content').textContent()).toBe('{"data":{"type":"articles"}}');
    await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot != null)).toBe(true);
    await expect.poll(() => page.getByRole('radio', { name: 'JSON' }).isChecked()).toBe(true);
    // The form is there as soon as the user wants it.
    await page.getByRole('radio', { name: 'Form' }).click();
    await page.getByLabel('title').waitFor();
  });

  test('after a new resource, the page is that of the resource, so a second press creates no other one', async () => {
    const page = await open('#GET /people');
    await answered(page, '200');
    const written = writesOf(page, (it) => it.method());
    await page.getByRole('button', { name: 'New comments' }).click();
    await page.getByLabel('text').fill('Once');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await answered(page, '201');
    await expect.poll(() => target(page)).toMatch(/^\/comments\/.+/);
    await expect.poll(() => page.getByLabel('Method').inputValue()).toBe('GET');
    // The response is still that of the creation, and says so.
    await answered(page, 'POST /comments');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request');
    await send(page);
    await answered(page, '200');
    expect(written).toEqual(['POST']);
    // Back is the form, with what the user has written.
    await page.goBack();
    await expect.poll(() => page.getByLabel('text').inputValue()).toBe('Once');
  });

  test('after a deletion, the page says so, and leads back to the list', async () => {
    const page = await open('#GET /articles/40');
    await page.getByRole('button', { name: 'Delete this resource' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await answered(page, '204');
    await page.getByText('The resource is deleted.').waitFor();
    await expect.poll(() => page.getByText('it fails with 412').count()).toBe(0);
    await expect.poll(() => page.getByRole('tabpanel').textContent()).toBe('The response does not contain a document.');
    await page.getByRole('region', { name: 'Response' }).getByRole('link', { name: 'articles' }).click();
    await expect.poll(() => target(page)).toBe('/articles');
  });

  test.each([390, 1280])('a long id does not hide the buttons of its row (%i px)', async (width) => {
    const page = await open('#GET /articles?page[size]=1', { width });
    await page.getByRole('tab', { name: 'Table' }).click();
    const id = `de305d54-75b4-431b-adb2-eb6b9e546014-${'long-'.repeat(30)}`;
    const data = [{ type: 'articles', id, attributes: { title: 'A', words: 1, state: 'draft' } }];
    await page.route('**/api/articles?*', (route) => route.fulfill({ contentType, body: JSON.stringify({ data }) }));
    await page.goto(`${explorer.origin}/explorer#GET /articles?page[size]=2`);
    for (const name of ['Edit', 'Delete']) {
      const button = page
        .getByRole('rowheader')
        .getByRole('button', { name: new RegExp(`^${name} articles de305d54`) });
      // A person cannot scroll inside of a cell, as a script can.
      await page.getByRole('rowheader').evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
      const isOnTop = await button.evaluate((element) => {
        const { x, y, width: size, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + size - 2, y + height / 2) === element && x + size <= innerWidth;
      });
      expect(isOnTop, name).toBe(true);
    }
  });

  test('on a phone, Edit shows the beginning of a long form', async () => {
    const page = await open('#GET /articles/2', { width: 390, touch: true });
    await answered(page, '200');
    await page.getByText('Documentation: articles').click();
    await page.getByText('Code', { exact: true }).click();
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByText('Nothing has changed yet').waitFor();
    await expect
      .poll(async () => (await page.getByLabel('Method').boundingBox())?.y)
      .toSatisfy((y) => y >= 0 && y < 300);
  });

  test('on a phone, a conflict below a long form is in sight, with all three versions', async () => {
    const page = await open('#GET /articles/30', { width: 390, touch: true });
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('title').fill('Mine');
    const body = JSON.stringify({ data: { type: 'articles', id: '30', attributes: { title: 'Theirs' } } });
    await fetch(`${explorer.origin}/api/articles/30`, {
      method: 'PATCH',
      headers: { 'Content-Type': contentType },
      body,
    });
    await page.evaluate(() => scrollTo(0, 0));
    await send(page);
    const now = page.getByRole('region', { name: 'Conflict' }).getByRole('cell', { name: '"Theirs"' });
    await now.waitFor();
    await expect
      .poll(() =>
        now.evaluate((element) => {
          const { right, bottom } = element.getBoundingClientRect();
          return right <= innerWidth && bottom <= innerHeight;
        }),
      )
      .toBe(true);
  });

  test('on a phone, the response to a change is in sight', async () => {
    const page = await open('#GET /articles/31', { width: 390, touch: true });
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByText('Code', { exact: true }).click();
    await page.getByLabel('title').fill('Mine');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Nothing has changed yet').waitFor();
    await expect
      .poll(async () => (await page.getByText('200 OK').boundingBox())?.y ?? Number.POSITIVE_INFINITY)
      .toBeLessThan(900);
  });

  test('a text that is written from right to left begins at the right', async () => {
    const page = await open('#GET /articles/1');
    const attributes = { title: 'مرحبا بالعالم', words: 1, state: 'draft' };
    const body = JSON.stringify({ data: { type: 'articles', id: '32', attributes } });
    await page.route('**/api/articles/32', (route) => route.fulfill({ contentType, body }));
    await page.goto(`${explorer.origin}/explorer#GET /articles/32`);
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    const title = page.getByLabel('title');
    await expect.poll(() => title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    const cell = page.getByRole('definition').getByText(attributes.title);
    await expect.poll(() => cell.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  test.each([
    ['Basic realm="API"', 'Basic user:password', 'Basic user:pä ss', 'Basic dXNlcjpww6Qgc3M='],
    ['Bearer', 'begins with “Bearer ”', 'Bearer a:b', 'Bearer a:b'],
  ])('401 with %s says where the credentials go', async (challenge, advice, written, expected) => {
    const page = await open('');
    const seen: (string | undefined)[] = [];
    await page.route('**/api/people', (route: Route) => {
      const { authorization } = route.request().headers();
      seen.push(authorization);
      const headers = { 'www-authenticate': challenge };
      const errors = [{ status: '401', title: 'Unauthorized', meta: { rejection: 'No rule `access.people.read`.' } }];
      return authorization === undefined
        ? route.fulfill({ status: 401, headers, contentType, body: JSON.stringify({ errors }) })
        : route.continue();
    });
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await page.getByText(advice).waitFor();
    await page.locator('.errors').getByText('No rule access.people.read.').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Write Authorization' }).click();
    const field = page.getByLabel('Value of Authorization');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill(written);
    await send(page);
    await answered(page, '200');
    expect(seen).toEqual([undefined, expected]);
    await expect.poll(() => field.inputValue()).toBe(written);
  });

  test.each([400, 404, 405, 406])(
    'an API whose root responds with %i is not an error: the page says how to begin',
    async (code) => {
      const page = await explorer.open('');
      await page.getByText('Choose a type').waitFor();
      const errors = [{ status: `${code}`, title: 'Must provide query string.' }];
      await page.route('**/api/', (route) =>
        route.fulfill({ status: code, contentType, body: JSON.stringify({ errors }) }),
      );
      await page.reload();
      await page.getByText('Choose a type').waitFor();
      // The number of a port can contain the code.
      await expect.poll(() => page.getByText(new RegExp(`\\b${code}\\b`)).count()).toBe(0);
      // A request for the root shows its response.
      await send(page);
      await answered(page, `${code}`);
    },
  );

  test('a list opens as a table, and a resource as a page; what the user chooses is kept for both', async () => {
    const page = await open('#GET /articles');
    const selected = page.getByRole('tab', { selected: true });
    await page.getByRole('table', { name: 'Primary data' }).waitFor();
    await page.getByRole('link', { name: '2', exact: true }).click();
    await page.getByRole('heading', { name: 'Article 2' }).waitFor();
    await expect.poll(() => selected.textContent()).toBe('Record');
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await page.getByRole('table', { name: 'Primary data' }).waitFor();
    await page.getByRole('tab', { name: 'Document' }).click();
    await page.locator('.types').getByRole('link', { name: 'comments', exact: true }).click();
    await page.getByText('"Comment 1"').waitFor();
    await page.goto(`${explorer.origin}/explorer#GET /articles/3`);
    await expect.poll(() => selected.textContent()).toBe('Headers');
  });

  test.each([
    ['the button at the end', 390],
    ['the button at the end', 1280],
    ['Enter in the first field', 390],
    ['Send', 390],
  ])('after %s, "Nothing has changed." is in sight (%i px)', async (way, width) => {
    const page = await open('#GET /articles/33', { width, touch: width === 390 });
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByText('Nothing has changed yet').waitFor();
    if (way === 'Send') await send(page);
    else if (way === 'Enter in the first field') await page.getByLabel('title').press('Enter');
    else await page.getByRole('button', { name: 'Save the changes' }).click();
    const alert = page.getByRole('alert').getByText('Nothing has changed.');
    await alert.waitFor();
    await expect
      .poll(() =>
        alert.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
  });

  test('on a phone, a text that is not chosen is in sight, and so is the reason why nothing is sent', async () => {
    const page = await open('#GET /comments', { width: 390, touch: true });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'New comments' }).click();
    await page.getByLabel('Search author').fill('nobody');
    // The button at the end of the window: the text is below it.
    const button = page.getByRole('button', { name: 'Create', exact: true });
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await button.click();
    for (const it of [page.getByRole('alert').getByText('is not chosen yet'), page.getByLabel('Search author')]) {
      await it.waitFor();
      await expect
        .poll(() =>
          it.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
          }),
        )
        .toBe(true);
    }
  });

  test.each([390, 1280])('long names of fields do not make the page wider than the window (%i px)', async (width) => {
    const page = await open('', { width });
    const long = 'a-long-name-'.repeat(30);
    const data = [{ type: 'things', id: '1', attributes: { [long]: 1, [`${long}b`]: long } }];
    await page.route('**/api/things*', (route) => route.fulfill({ contentType, body: JSON.stringify({ data }) }));
    await page.goto(`${explorer.origin}/explorer#GET /things?filter[${long}]=1&fields[things]=${long}`);
    await page.getByRole('table').waitFor();
    if (width === 390) await page.getByText('Query (2)').click();
    await page.getByText('things: 1').click();
    await page.getByText('Documentation').click();
    await page.getByRole('list', { name: 'Fields of things' }).waitFor();
    await expectNoOverflow(page, width);
  });

  test('on a phone, the documentation is closed as soon as there is another response', async () => {
    const page = await open('#GET /people', { width: 390, touch: true });
    await answered(page, '200');
    await page.getByText('Documentation').click();
    await page.getByRole('list', { name: 'Fields of people' }).waitFor();
    await send(page);
    await page.getByRole('list', { name: 'Fields of people' }).waitFor({ state: 'detached' });
  });

  test('a request that takes long can be canceled', async () => {
    const page = await open('#GET /people');
    await answered(page, '200');
    await page.route('**/api/comments', () => undefined);
    await page.getByRole('link', { name: 'comments', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the request' }).click();
    await answered(page, 'You have canceled the request.');
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Cancel the request' }).count()).toBe(0);
  });

  test('what is not JSON, and what is large, is named as what it is', async () => {
    const page = await open('');
    await page.route('**/api/people', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: `<h1>Error</h1>${' '.repeat(3 * 1024 * 1024)}` }),
    );
    await page.locator('.types').getByRole('link', { name: 'people', exact: true }).click();
    await answered(page, '500');
    await answered(page, '3.0 MiB');
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect
      .poll(() => page.getByRole('tabpanel').textContent())
      .toBe('The response does not contain a JSON document.');
    await page.goto(`${explorer.origin}/explorer#GET /articles?filter[title]=none`);
    await page.getByText('The list is empty.').waitFor();
  });
});
