/** The data of memberships in Chromium: shown in tables, and edited in forms. And a collection of several types. */
import { attribute, defineApi, defineCollection, toMany } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { openApiDocument } from '@linkage/openapi';
import { createMemorySources, createServer } from '@linkage/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readDescription } from '../page/state/description.ts';
import { dataMistake, requestMember } from '../page/state/form.ts';
import type { KnownField } from '../page/state/knowledge.ts';
import { answered, openPage, seriousIssues, startBrowser } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { type ServedExplorer, serveWithExplorer } from './served-explorer.ts';

const member = { role: z.enum(['head', 'staff']), since: z.iso.date().default('2020-01-01') };
const name = attribute(z.string(), { sort: true, filter: true });
const phone = attribute(z.string().nullable().default(null), { sort: true, nulls: 'last' });
const api = defineApi({
  clinics: { attributes: { name }, relationships: { doctors: toMany('doctors', { member }) } },
  doctors: { attributes: { name, phone } },
});
const server = createServer(
  api,
  createMemorySources(api, {
    clinics: [
      { id: '1', name: 'North', doctors: [{ type: 'doctors', id: '7', meta: { role: 'head', since: '2021-05-01' } }] },
    ],
    doctors: [
      { id: '7', name: 'Ada', phone: null },
      { id: '8', name: 'Bo', phone: null },
    ],
  }),
  {
    baseUrl: '/api',
    collections: [defineCollection(api, 'names', { types: ['clinics', 'doctors'], sort: ['name'], filter: ['name'] })],
    pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) },
  },
);
const described = await server.describe();
const openApi = openApiDocument(described, { info: { title: 'Clinics', version: '1' } });

const doctorsIn = (document: unknown): KnownField =>
  readDescription(JSON.parse(JSON.stringify(document)))
    .types.get('clinics')
    ?.fields.get('doctors') as KnownField;

test.each([
  ['server.describe()', described],
  ['OpenAPI', openApi],
])('the page reads the data of memberships from %s', (_, document) => {
  const field = doctorsIn(document);
  expect(field.data?.map(({ name, canWrite }) => [name, canWrite])).toEqual([
    ['role', true],
    ['since', true],
  ]);
  expect(dataMistake(field, { role: 'boss' }, false)).toContain('role ');
  expect(dataMistake(field, { role: 'head', since: '2021-05-01' }, true)).toBeUndefined();
});

test('a new member needs the data without a default, and a request contains what it can set', () => {
  const field = doctorsIn(described);
  expect(dataMistake(field, {}, true)).toBe('role is required');
  expect(dataMistake(field, undefined, false)).toBeUndefined();
  const [role, since] = field.data ?? [];
  const fixed = { ...field, data: [{ ...(role as KnownField), canWrite: false }, since as KnownField] };
  const read = { type: 'doctors', id: '7', meta: { role: 'head', since: '2021-05-01', page: { cursor: 'x' } } };
  expect(requestMember(fixed, read)).toEqual({ type: 'doctors', id: '7', meta: { since: '2021-05-01' } });
  expect(requestMember(undefined, read)).toEqual({ type: 'doctors', id: '7' });
});

inChromium('memberships', () => {
  let browser: Browser;
  let served: ServedExplorer;
  beforeAll(async () => {
    [browser, served] = await Promise.all([
      startBrowser(),
      serveWithExplorer(server, { description: '/description.json' }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
  });
  async function open(hash: string): Promise<Page> {
    return (await openPage(browser, `${served.origin}/explorer${hash}`)).page;
  }

  test('the page of a record shows it beside the names of the members', async () => {
    const page = await open('#GET /clinics/1');
    const doctors = page.getByRole('region', { name: 'doctors' });
    await expect
      .poll(() => doctors.getByRole('listitem').allInnerTexts())
      .toEqual(['Ada doctors 7, role: head, since: 2021-05-01']);
    expect(await seriousIssues(page)).toEqual([]);
  });

  test.each(['/description.json', '/openapi.json'])(
    'a collection of several types is a list like others: %s',
    async (from) => {
      const page = await open('');
      await page.getByText('Description: Linkage').click();
      await page.getByLabel('URL of a description').fill(from);
      await page.getByLabel('URL of a description').press('Enter');
      await page.getByText(from === '/openapi.json' ? 'Description: OpenAPI' : 'Description: Linkage').waitFor();
      await page.locator('.types').getByRole('link', { name: 'names' }).click();
      const rows = page.locator('tbody tr');
      const path = page.getByLabel('Path and query');
      await expect
        .poll(() => rows.allInnerTexts())
        .toEqual([/Ada/, /Bo/, /North/].map((it) => expect.stringMatching(it)));
      for (const order of ['name', '-name']) {
        await page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
        await expect.poll(() => path.inputValue()).toBe(`/names?sort=${order}`);
      }
      await expect.poll(() => rows.first().textContent()).toContain('clinicsNorth');
      await page.getByRole('button', { name: 'Add a filter' }).click();
      await page.getByLabel('Value of name').fill('Bo');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/Bo/)]);
      await page.getByRole('rowheader').getByRole('link').click();
      await expect.poll(() => path.inputValue()).toBe('/doctors/8');
      await page.getByText('Documentation: doctors').click();
      await page.getByRole('list', { name: 'Fields of doctors' }).getByText('sort (null last)').waitFor();
      await page.context().close();
    },
  );

  test('a table shows it, and a form of the relationship writes it', async () => {
    const page = await open('#GET /clinics/1/relationships/doctors');
    await answered(page, '200');
    const table = page.getByRole('table');
    await expect.poll(() => table.getByRole('columnheader').allInnerTexts()).toEqual(['id', 'role', 'since']);
    await expect.poll(() => table.getByRole('cell').allInnerTexts()).toEqual(['head', '2021-05-01']);
    await page.getByLabel('Method').selectOption('POST');
    await page.getByLabel('Search doctors').fill('Bo');
    await page.getByRole('list', { name: 'Results for doctors' }).getByRole('button', { name: 'Bo 8' }).click();
    await page.getByLabel('role').selectOption('staff');
    expect(await seriousIssues(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Add the members' }).click();
    expect((await sent).postDataJSON()).toEqual({ data: [{ type: 'doctors', id: '8', meta: { role: 'staff' } }] });
    await answered(page, '204');
  });

  test('the form of a resource edits it', async () => {
    const page = await open('#GET /clinics/1');
    await answered(page, '200');
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('since').first().fill('2022-02-02');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    const { data } = (await sent).postDataJSON();
    expect(data.relationships.doctors.data[0]).toEqual({
      type: 'doctors',
      id: '7',
      meta: { role: 'head', since: '2022-02-02' },
    });
    await answered(page, '200');
  });
});
