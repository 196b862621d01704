/** An API that tries to break the page: the page stays usable, runs nothing, and leaves nowhere. */
import { createServer as createHost, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { explorerFiles } from '../src/index.ts';
import { openPage, startBrowser, type WatchedPage } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { type ServedExplorer, serveExplorer } from './served-explorer.ts';

const evil = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';
const links = Object.fromEntries(
  ['self', 'related', 'first', 'prev', 'next', 'last', 'describedby', evil].map((name, index) => [
    name,
    [
      'javascript:globalThis.hacked=1',
      { href: ' JAVASCRIPT:globalThis.hacked=1' },
      'data:text/html,<script>globalThis.hacked=1</script>',
      '//evil.example/x',
      'https://evil.example/',
      { href: 'file:///etc/passwd', meta: { toString: 1 } },
      'http://evil.example/openapi.json',
      'vbscript:x',
    ][index],
  ]),
);
/** An object that cannot become a string by itself. */
const textless = { toString: 1, valueOf: 1, toJSON: 1, __proto__: null };
const nested = (text: string, end: string, depth: number): string => text.repeat(depth) + end.repeat(depth);
const resource = {
  type: evil,
  id: evil,
  attributes: { [evil]: evil },
  relationships: { [evil]: { data: null, links } },
  links,
};
const many = (count: number, item: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => item(index));

const evilStrings: Readonly<Record<string, string>> = {
  'HTML and links in every text': JSON.stringify({
    data: [resource],
    included: [resource],
    links,
    meta: { [evil]: evil },
    errors: [{ title: evil, detail: evil, meta: { rejection: evil }, source: { pointer: evil } }],
  }),
  'objects that cannot become strings': JSON.stringify({
    data: [
      {
        type: textless,
        id: textless,
        attributes: textless,
        relationships: { a: { data: { type: textless, id: textless } } },
      },
      { type: 'people', id: '1', relationships: { b: { data: [textless] } } },
    ],
    included: [textless, { type: textless }],
    errors: [
      {
        title: textless,
        detail: textless,
        code: textless,
        meta: { rejection: textless },
        source: { pointer: textless },
      },
    ],
    links: textless,
    jsonapi: textless,
  }),
  'names of the prototype':
    '{"__proto__":{"data":1},"data":[{"__proto__":{"x":1},"type":"__proto__","id":"__proto__","attributes":{"__proto__":"a","constructor":"b","hasOwnProperty":1},"relationships":{"__proto__":{"data":{"type":"constructor","id":"1"}}}}],"links":{"__proto__":"/x","constructor":"/y"}}',
  'attributes of attributes': `{"data":{"type":"people","id":"1","attributes":${nested('{"attributes":', '}', 20_000).replace(':}', ':1}')}}}`,
  'an array in an array': `{"data":${nested('[', ']', 200_000)}}`,
  'lone surrogates': '{"data":[{"type":"\\ud800","id":"\\udfff","attributes":{"\\ud800":"\\ud800"}}]}',
};

const longDocuments: Readonly<Record<string, string>> = {
  'a text of 10 MB': JSON.stringify({
    data: {
      type: 'people',
      id: 'x'.repeat(1_000_000),
      attributes: { name: 'y'.repeat(9_000_000), ['z'.repeat(500_000)]: 1 },
    },
  }),
  'a link of 1 MB': JSON.stringify({
    data: { type: 'people', id: '1', links: { self: `/api/people/${'x'.repeat(1_000_000)}` } },
  }),
  'many types': JSON.stringify({
    data: null,
    included: many(5_000, (index) => ({ type: `type${index}`, id: '1', attributes: { [`a${index}`]: 1 } })),
  }),
  'many fields': JSON.stringify({
    data: [
      { type: 'people', id: '1', attributes: Object.fromEntries(many(20_000, (index) => [`a${index}`, index]) as []) },
    ],
  }),
  'many related types': JSON.stringify({
    data: [
      {
        type: 'people',
        id: '1',
        relationships: { r: { data: many(20_000, (index) => ({ type: `t${index}`, id: '1' })) } },
      },
    ],
  }),
  'many errors': JSON.stringify({
    errors: many(20_000, (index) => ({ title: `Error ${index}`, source: { pointer: '/data' } })),
  }),
  'many links to types': JSON.stringify({
    links: Object.fromEntries(many(20_000, (index) => [`l${index}`, `/api/l${index}`]) as []),
  }),
  'resources that include each other': JSON.stringify({
    data: many(2, (index) => ({
      type: 'people',
      id: `${index}`,
      relationships: { friend: { data: { type: 'people', id: `${1 - (index as number)}` } } },
      links: { self: '/api/people' },
    })),
    links: { next: '/api/people', related: '/api/people' },
  }),
};

inChromium('a hostile API', () => {
  let browser: Browser;
  let served: ServedExplorer;
  let opened: WatchedPage | undefined;
  beforeAll(async () => {
    [browser, served] = await Promise.all([startBrowser(), serveExplorer()]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    await opened?.page.context().close();
    opened = undefined;
  });

  async function open(): Promise<Page> {
    opened = await openPage(browser, `${served.origin}/explorer#GET /articles/1`);
    await opened.page.getByRole('heading', { name: 'Article 1' }).waitFor();
    return opened.page;
  }

  /** Requests a path, and waits until the page shows the response. */
  async function visit(page: Page, path: string): Promise<void> {
    await page.getByLabel('Path and query').fill(path);
    const answered = page.waitForResponse((response) => response.url().endsWith(path));
    await page.locator('.bar .primary').click();
    await answered;
    await page.waitForFunction(() => document.querySelector('.answer')?.getAttribute('aria-busy') === 'false');
  }

  /** Requests a path of which the API returns a body, and opens every view of the response. */
  async function tryBody(page: Page, contentType: string, body: string): Promise<void> {
    await page.route('**/api/people', (route) => route.fulfill({ contentType, body }));
    await visit(page, '/people');
    // The table, the checks, and the document.
    for (const index of [1, 3, 0]) await page.locator('[role=tab]').nth(index).click();
    expect(new URL(page.url()).origin).toBe(served.origin);
    const found = await page.evaluate(() => ({
      hacked: 'hacked' in globalThis,
      elements: document.querySelectorAll('#app :is(img, script, iframe, object, embed)').length,
      links: [...document.querySelectorAll('a')]
        .map((it) => it.getAttribute('href') ?? '')
        .filter((it) => !it.startsWith('#GET /') && !it.startsWith('https://jsonapi.org/')),
      failed: document.body.textContent?.includes('cannot show this part'),
    }));
    expect(found).toEqual({ hacked: false, elements: 0, links: [], failed: false });
    await page.unroute('**/api/people');
    await visit(page, '/articles/2');
    await page.getByRole('tab', { name: 'Record' }).click();
    await page.getByRole('heading', { name: 'Article 2' }).waitFor();
  }

  test('documents with evil strings and names', async () => {
    const page = await open();
    for (const [kind, body] of Object.entries(evilStrings)) {
      await tryBody(page, 'application/vnd.api+json', body).catch((error) => {
        throw new Error(`${kind}: ${error}`);
      });
    }
    expect(opened?.problems).toEqual([]);
  });

  // Quadratic work would take longer than the limit of a test.
  test.each(Object.entries(longDocuments))('a long document: %s', async (_, body) => {
    const page = await open();
    await tryBody(page, 'application/vnd.api+json', body);
    expect(opened?.problems).toEqual([]);
  });

  test('responses with a wrong content type or body', async () => {
    const page = await open();
    for (const [contentType, body] of [
      ['text/html', evil],
      ['text/javascript', 'globalThis.hacked=1'],
      ['application/vnd.api+json', '{"data":'],
      ['image/png', '{"data":null}'],
      ['application/vnd.api+json', '\u0000\u0001\ufffd'],
      ['application/vnd.api+json', ''],
      ['text/plain', 'x'.repeat(10_000_000)],
    ] as const)
      await tryBody(page, contentType, body);
    expect(opened?.problems).toEqual([]);
  });

  test('redirects, endless responses, and descriptions', async () => {
    const host = await serveHostileApi();
    try {
      opened = await openPage(browser, `${host.origin}/explorer#GET /self-described`);
      const { page } = opened;
      const result = page.getByLabel('Response', { exact: true }).first();
      // The link `describedby` leads to a description that is too large, and whose types link to others.
      await page.getByRole('status').getByText('The description cannot be read').waitFor();
      for (const [path, text] of [
        ['/loop', 'cannot be reached'],
        ['/away', 'cannot be reached'],
        ['/script', 'cannot be reached'],
        ['/endless', 'has stopped reading'],
      ] as const) {
        await page.getByLabel('Path and query').fill(path);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await result.getByText(text).waitFor({ timeout: 20_000 });
      }
      await page.getByText('Description', { exact: true }).click();
      const url = page.getByLabel('URL of a description');
      for (const [given, text] of [
        ['https://evil.example/openapi.json', 'only read descriptions from its own host'],
        ['javascript:globalThis.hacked=1', 'only read descriptions from its own host'],
        ['/api/html', 'The document is not JSON.'],
        ['/api/evil-openapi', 'too large'],
        ['/api/missing', 'responded with 404'],
      ] as const) {
        await url.fill(given);
        await url.press('Enter');
        await page.getByRole('status').getByText(text).waitFor();
      }
      expect(new URL(page.url()).origin).toBe(host.origin);
      await expect.poll(() => page.evaluate(() => 'hacked' in globalThis)).toBe(false);
      expect(host.seen.filter((it) => it === '/api/openapi')).toHaveLength(1);
      // The browser reports the redirect to another host as a violation of the policy.
      const others = opened.problems.filter((it) => !/evil\.example|CORS|javascript:|Content Security Policy/.test(it));
      expect(others).toEqual([]);
    } finally {
      await host.close();
    }
  });
});

/** Serves the explorer in front of an API whose responses do not end, or lead elsewhere. */
async function serveHostileApi(): Promise<ServedExplorer & { readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const find = explorerFiles('/explorer', { api: '/api' });
  const bomb: Record<string, object> = { L0: { type: 'object' } };
  for (let level = 1; level < 20; level++) {
    const below = { $ref: `#/components/schemas/L${level - 1}` };
    bomb[`L${level}`] = { oneOf: [below, below, below, below] };
  }
  const schema = { properties: { data: { items: { $ref: '#/components/schemas/L11' } } } };
  const get = { responses: { 200: { content: { 'application/vnd.api+json': { schema } } } } };
  const replies: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/api/self-described': (response) => response.end('{"data":null,"links":{"describedby":"/api/openapi"}}'),
    '/api/openapi': (response) => response.end(`{"openapi":"3.1.0","x":"${'x'.repeat(21_000_000)}"}`),
    '/api/evil-openapi': (response) =>
      response.end(JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get } }, components: { schemas: bomb } })),
    '/api/html': (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(evil),
    '/api/loop': (response) => response.writeHead(302, { Location: '/api/loop' }).end(),
    '/api/away': (response) => response.writeHead(307, { Location: 'https://evil.example/' }).end(),
    '/api/script': (response) => response.writeHead(302, { Location: 'javascript:globalThis.hacked=1' }).end(),
    '/api/endless': (response) => {
      response.writeHead(200, { 'Content-Type': 'application/vnd.api+json' });
      const part = 'x'.repeat(1_000_000);
      const write = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', write);
      write();
    },
  };
  const host = createHost((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    seen.push(path);
    const file = find(path);
    if (file !== undefined) response.writeHead(file.status, file.headers).end(file.body);
    else if (replies[path] === undefined) response.writeHead(404).end();
    else replies[path](response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    close: async () => {
      host.closeAllConnections();
      host.close();
    },
  };
}
