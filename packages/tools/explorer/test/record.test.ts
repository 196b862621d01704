/** The page of one record, and the first page. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { answered, openPage, seriousIssues, startBrowser } from './browser.ts';
import { expectNoOverflow, inChromium } from './in-chromium.ts';
import { serveBefore } from './listen.ts';
import { useExplorer } from './use-explorer.ts';

inChromium('a record', () => {
  const { open } = useExplorer();

  test.each([
    [390, '10', '11'],
    [1280, '11', '10'],
  ])('its fields with their documentation, related lists, and its history (%i px)', async (width, words, other) => {
    const page = await open('#GET /articles/1', { width });
    const fields = page.locator('.record-fields > div');
    await expect
      .poll(() => fields.allInnerTexts())
      .toEqual([
        'title\nArticle 1\na text, at least 1 character – What readers see first.',
        `words\n${words}\na number`,
        'state\ndraft\n"draft", "published"',
        'author\nAda people 1\nto-one people',
      ]);
    const columns = new Set(await fields.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left)));
    expect(columns.size).toBe(width === 390 ? 1 : 2);
    const comments = page.getByRole('region', { name: 'comments' });
    await expect.poll(() => comments.getByRole('heading').textContent()).toBe('comments 2');
    await expect
      .poll(() => comments.getByRole('listitem').allInnerTexts())
      .toEqual(['Comment 1 comments 1', 'Comment 2 comments 2']);
    expect(await seriousIssues(page)).toEqual([]);
    await expectNoOverflow(page, width);
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('words').fill(other);
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.locator('.record .visits').getByText('PATCH /articles/1').waitFor();
    await expect.poll(() => fields.nth(1).textContent()).toContain(`words${other}`);
    await page.getByRole('tab', { name: 'Document' }).click();
    await page.getByText('"Article 1"').waitFor();
    await page.getByRole('tab', { name: 'Record' }).click();
    await comments.getByRole('link', { name: 'Comment 2' }).click();
    await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe('/comments/2');
  });

  test('tables and forms name the members that the page has read, also in another request', async () => {
    const page = await open('#GET /articles/1');
    await page.getByRole('region', { name: 'comments' }).getByText('Comment 1').waitFor();
    await page.locator('.types').getByRole('link', { name: 'articles' }).click();
    await page.getByRole('row').nth(1).getByRole('link', { name: 'Comment 1, Comment 2' }).waitFor();
    await page.getByRole('button', { name: 'Edit articles 1', exact: true }).click();
    await page.getByRole('group', { name: 'comments' }).getByText('Comment 2').waitFor();
  });
});

/** An API that tells nothing: no links, no totals, no description, and no names of related resources. */
const createPlain = () =>
  createServer((request, response) => {
    const article = {
      type: 'articles',
      id: '1',
      attributes: { title: 'Bare', tags: ['a', 'b'], at: { city: 'Bern' } },
    };
    const relationships = {
      author: { data: { type: 'people', id: '7' } },
      comments: { data: [{ type: 'comments', id: '3' }] },
      likes: { links: { related: '/v1/likes' } },
      notes: { meta: { count: 2 } },
    };
    const isRecord = request.method === 'GET' && request.url === '/v1/articles/1';
    const body = isRecord
      ? { data: { ...article, relationships } }
      : { errors: [{ status: '403', detail: 'Not yours.' }] };
    const headers = {
      'Content-Type': 'application/vnd.api+json',
      ...(request.method === 'OPTIONS' && { Allow: 'GET, PATCH' }),
    };
    response.writeHead(isRecord || request.method === 'OPTIONS' ? 200 : 403, headers).end(JSON.stringify(body));
  });

inChromium('a record of an API that tells less', () => {
  test.each([390, 1280])(
    'the page shows what the response has, and why it does not have more (%i px)',
    async (width) => {
      const browser = await startBrowser();
      const plain = createPlain();
      const { host, origin } = await serveBefore(plain);
      const { page, problems } = await openPage(browser, `${origin}/#GET /articles/1`, { width });
      await answered(page, '200');
      const fields = page.locator('.record-fields > div dd:first-of-type');
      await expect
        .poll(() => fields.allInnerTexts())
        .toEqual(['Bare', 'a, b', expect.stringContaining('"Bern"'), 'people 7']);
      const list = (name: string) => page.getByRole('region', { name });
      await list('comments').getByRole('link', { name: 'comments 3' }).waitFor();
      await list('likes').getByText('403 Forbidden. Not yours.').waitFor();
      await list('notes').getByText('not in the response').waitFor();
      // `Allow` does not contain DELETE.
      await page.getByText('Delete is not offered. The server does not allow it here.').waitFor();
      await page.getByRole('button', { name: 'Edit this resource' }).waitFor();
      // The address completes what the documents have told: a type, and its fields.
      const options = page.getByRole('listbox').getByRole('option');
      await page.getByLabel('Path and query').fill('/art');
      await expect.poll(() => options.allTextContents()).toEqual(['articles collection of articles']);
      await page.getByLabel('Path and query').fill('/articles?sort=ti');
      await expect.poll(() => options.allTextContents()).toEqual(['title ascending', '-title descending']);
      expect(await seriousIssues(page)).toEqual([]);
      await expectNoOverflow(page, width);
      expect(problems).toEqual([]);
      await browser.close();
      host.close();
      plain.close();
    },
  );
});
