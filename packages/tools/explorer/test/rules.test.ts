/** What the user cannot do is not offered, and a 403 shows its reason. */
import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { nothing, reasonAgainst } from '../page/state/learned.ts';
import { answered, openPage, seriousIssues, startBrowser } from './browser.ts';
import { inChromium } from './in-chromium.ts';
import { type ServedExplorer, serveWithExplorer } from './served-explorer.ts';

const api = defineApi({
  notes: { attributes: { text: z.string(), key: attribute(z.string().default(''), { write: 'create' }) } },
  logs: { attributes: { text: z.string() } },
});
const { list, find } = createMemorySources(api, { notes: [], logs: [{ id: '1', text: 'Started' }] }).logs;
const notes = [
  { id: '1', text: 'Mine', key: 'a' },
  { id: '2', text: 'Theirs', key: 'b' },
];
const server = createServer(
  api,
  { ...createMemorySources(api, { notes, logs: [] }), logs: { list, find } as never },
  {
    baseUrl: '/api',
    debug: true,
    access: {
      notes: {
        read: () => true,
        create: () => true,
        update: () => true,
        delete: (_, { record }) => record.text === 'Mine',
      },
      logs: { read: () => true },
    },
    resources: { notes: { needs: ['text'], meta: ({ text }) => ({ can: { update: text === 'Mine' } }) } },
  },
);

test('`meta` of a resource can deny a change', () => {
  const resource = { type: 'notes', id: '1', meta: { can: { delete: false }, permissions: { edit: true } } };
  const reasons = (['PATCH', 'DELETE'] as const).map((method) =>
    reasonAgainst(nothing, undefined, { method, target: '/notes/1' }, resource),
  );
  expect(reasons).toEqual([undefined, '`meta` of the resource does not allow it.']);
});

inChromium('rules', () => {
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

  test('a rejected deletion shows the reason of the rule, and is not offered again', async () => {
    const { page, problems } = await openPage(browser, `${served.origin}/explorer#GET /notes/2`);
    await page.getByRole('button', { name: 'Delete this resource' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await answered(page, '403');
    const reason = /`?access\.notes\.delete`?/;
    await page.locator('.errors').getByText(reason).waitFor();
    await page.locator('.types').getByRole('link', { name: 'notes' }).click();
    await page.getByRole('button', { name: 'Delete notes 1', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete notes 2', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: '2', exact: true }).click();
    await page.getByText('Delete is not offered. The server has rejected it with 403.').getByText(reason).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete this resource' }).count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    // The server decides in the end.
    await page.getByRole('button', { name: 'Delete anyway' }).click();
    await page.getByRole('dialog').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('what `meta` of a resource denies is not offered, also if the response does not contain what it depends on', async () => {
    const { page } = await openPage(browser, `${served.origin}/explorer#GET /notes?fields[notes]=key`);
    await page.getByRole('button', { name: 'Edit notes 1', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual([' id', 'key']);
    await expect.poll(() => page.getByRole('button', { name: 'Edit notes 2', exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('what the description does not have is not offered: methods, and fields of an update', async () => {
    const { page } = await openPage(browser, `${served.origin}/explorer#GET /logs/1`);
    await page.getByText('Edit is not offered.').waitFor();
    await page.getByText('Delete is not offered.').waitFor();
    await page.getByRole('button', { name: 'New notes' }).click();
    await page.getByLabel('key').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'New logs' }).count()).toBe(0);
    await page.goto(`${served.origin}/explorer#GET /notes/1`);
    await page.getByRole('button', { name: 'Edit this resource' }).click();
    await page.getByLabel('text').waitFor();
    await expect.poll(() => page.locator('.form').getByLabel('key').count()).toBe(0);
    await page.context().close();
  });
});
