import { expect, test } from 'vitest';
import { send } from '../../packages/server/test/support.ts';
import { server } from './membership.ts';
import { clinicText, promote } from './membership-client.ts';

test('the requests of the page have the responses of the page', async () => {
  const url = '/clinics/1/relationships/doctors';
  const data = [{ type: 'doctors', id: '8', meta: { role: 'staff', since: '2026-01-02' } }];
  expect((await send(server, `POST ${url}`, { data })).status).toBe(204);
  expect((await send(server, `GET ${url}`)).document.data).toEqual([
    { type: 'doctors', id: '7', meta: { role: 'head', since: '2021-05-01', rank: 1 } },
    { type: 'doctors', id: '8', meta: { role: 'staff', since: '2026-01-02', rank: null } },
  ]);
  const wrong = await send(server, `POST ${url}`, { data: [{ type: 'doctors', id: '8', meta: { role: 'boss' } }] });
  expect(wrong.problems).toEqual(['MEMBER_INVALID /data/0/meta/role']);
});

test('the client reads and writes it', async () => {
  expect(await promote('1')).toEqual(['Ada: head since 2021-05-01', 'Bo: head since 2026-01-02']);
});

test('records of the serializer contain it', () => {
  const meta = { role: 'head', since: '2021-05-01', rank: 1 };
  expect(JSON.parse(clinicText()).data.relationships).toEqual({
    doctors: { data: [{ type: 'doctors', id: '7', meta }] },
  });
});
