/** What single requests do not show: an import, the stream of events, the page, and many requests at the same time. */
import { atomicRequests, createClient } from '@linkage/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, startBrowser } from '../../../packages/tools/explorer/test/browser.ts';
import { inChromium } from '../../../packages/tools/explorer/test/in-chromium.ts';
import { change, send } from '../tracker/tester/tester.ts';
import { importPatients } from './import-patients.ts';
import type { Api } from './schema.ts';
import { databases, openClinic } from './tester/open-clinic.ts';
import { booking, ifMatch } from './tester/requests.ts';

describe.each(databases)('$name', (database) => {
  const { missing } = database;
  describe.skipIf(missing !== undefined)(missing ?? 'the clinic', () => {
    let clinic: Awaited<ReturnType<typeof openClinic>>;
    let origin = '';
    const statements: string[] = [];
    beforeAll(async () => {
      clinic = await openClinic(database, statements);
      origin = await clinic.app.listen({ port: 0, host: '127.0.0.1' });
    }, 60_000);
    afterAll(() => clinic?.close());
    const ask = (by: string, request: string, more = {}) => send(clinic, [by, request, '', more]);

    test('5,000 patients are imported, with at most 12 statements for 100', async () => {
      const client = createClient<Api>({
        ...{ baseUrl: `${origin}/api`, atomic: atomicRequests() },
        headers: () => ({ Authorization: 'Bearer rita' }),
      });
      const rows = Array.from({ length: 5000 }, (_, index) => ({
        ...{ name: `Patient ${index}`, bornOn: '1999-09-09' },
        insuranceNumber: `X${String(index).padStart(9, '0')}`,
      }));
      const counts: number[] = [];
      statements.length = 0;
      for await (const { done } of importPatients(client, rows, 'file-1')) {
        expect(done % 100).toBe(0);
        counts.push(statements.splice(0).length);
      }
      expect(counts).toHaveLength(50);
      expect(Math.max(...counts)).toBeLessThanOrEqual(12);
      // Another run with the same key creates nobody.
      for await (const _ of importPatients(client, rows.slice(0, 200), 'file-1'));
      const total = async (by: string) =>
        (await ask(by, 'GET /patients?page[size]=1&page[total]=true')).document.meta.page.total;
      expect([await total('rita'), await total('eve')]).toEqual([5002, 1]);
      const entries = await ask('ada', 'GET /entries?filter[user]=Rita&page[size]=1&page[total]=true');
      expect(entries.document.meta.page.total).toBeGreaterThanOrEqual(5000);
    }, 120_000);

    test('eight requests book the same time: one appointment', async () => {
      const data = booking('2026-09-01T09:00:00Z');
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask('rita', 'POST /appointments', { data })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    });

    describe('the stream of events', () => {
      /** Opens a stream, and returns the events of what `act` does. */
      async function eventsOf(by: string, act: () => Promise<unknown>): Promise<readonly string[]> {
        const headers = { authorization: `Bearer ${by}` };
        const ending = new AbortController();
        const { body } = await fetch(`${origin}/api/events`, { headers, signal: ending.signal });
        let text = '';
        const until = async (pattern: RegExp): Promise<void> => {
          const reader = body!.getReader();
          while (!pattern.test(text)) text += new TextDecoder().decode((await reader.read()).value);
          reader.releaseLock();
        };
        await until(/event: reload\ndata: .*\n\n/);
        text = '';
        await act();
        // The stream has passed all events when it moves its position twice.
        await until(/(?:^|\n)id: .*\n\n[\s\S]*id: .*\n\n/);
        ending.abort();
        return [...text.matchAll(/event: (.*)\ndata: (.*)/g)].map(([, name, data]) => `${name} ${data}`);
      }
      const update = (reason: string) =>
        ask('rita', 'PATCH /appointments/2', { data: change('appointments', '2', { reason }), headers: ifMatch('*') });
      const find = async () => {
        const data = change('appointments', '1', { findings: 'Another secret murmur' });
        expect((await ask('dora', 'PATCH /appointments/1', { data, headers: ifMatch('*') })).status).toBe(200);
      };

      test('the staff learns of a change, and so does its patient', async () => {
        const event = 'update {"type":"appointments","id":"2","fields":["reason"]}';
        expect((await eventsOf('dan', () => update('A'))).join()).toContain(event);
        expect((await eventsOf('pia', () => update('B'))).join()).toContain(event);
      });
      test.each([
        ['eve', 'another clinic'],
        ['paul', 'another patient'],
      ])('%s, of %s, learns nothing', async (by) => {
        expect(await eventsOf(by, () => update(`by ${by}`))).toEqual([]);
      });
      test('a change of findings is told to their doctor only', async () => {
        expect((await eventsOf('dora', find)).join()).toContain('findings');
        for (const by of ['dan', 'rita', 'paul']) expect((await eventsOf(by, find)).join()).not.toContain('findings');
      });
      test('the audit log is told to administrators only', async () => {
        expect((await eventsOf('ada', () => update('C'))).join()).toContain('"entries"');
        for (const by of ['rita', 'eve'])
          expect((await eventsOf(by, () => update('D'))).join()).not.toContain('"entries"');
      });
    });

    test('findings are in no entry of the audit log, and their change is', async () => {
      const data = change('appointments', '1', { findings: 'A third secret' });
      await ask('dora', 'PATCH /appointments/1', { data, headers: ifMatch('*') });
      const { text } = await ask('ada', 'GET /entries?sort=-at&page[size]=100');
      expect(text).toContain('"findings":{}');
      expect(text).not.toContain('secret');
    });

    test('one wrong row undoes its request, and the import says which row it was', async () => {
      const client = createClient<Api>({
        ...{ baseUrl: `${origin}/api`, atomic: atomicRequests() },
        headers: () => ({ Authorization: 'Bearer rita' }),
      });
      const rows = ['Y000000001', 'Y000000002', 'A000000001'].map((insuranceNumber) => ({
        ...{ name: 'Una', bornOn: '1999-09-09', insuranceNumber },
      }));
      const run = async () => {
        for await (const _ of importPatients(client, rows, 'file-2'));
      };
      await expect(run()).rejects.toMatchObject({ index: 2 });
      expect((await ask('rita', 'GET /patients?filter[insuranceNumber]=Y000000001')).document.data).toEqual([]);
    });

    inChromium('the page', () => {
      test('a user logs in, confirms an appointment, and sees the changes of others', async () => {
        const browser = await startBrowser();
        const { page, problems } = await openPage(browser, origin);
        await page.getByLabel('Token').fill('dan');
        await page.getByRole('button', { name: 'Log in' }).click();
        const item = page.getByRole('listitem').filter({ hasText: 'Pia' }).filter({ hasText: 'requested' });
        await item.getByRole('button', { name: 'Confirm' }).click();
        await page.getByText(/Dan, Pia: confirmed/).waitFor();
        await page.getByText('2026-04: 1, 60 min').waitFor();
        const cancelled = await ask('rita', 'POST /appointments/2/-actions/cancel', { headers: ifMatch('*') });
        expect(cancelled.status).toBe(200);
        await page.getByText(/Dan, Pia: cancelled/).waitFor();
        expect(await page.evaluate(() => document.cookie)).toBe('');
        await browser.close();
        // Without the cookie, the first requests are 401.
        expect(problems.filter((it) => !/401/.test(String(it)))).toEqual([]);
      });
    });
  });
});
