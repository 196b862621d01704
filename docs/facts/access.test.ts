/** The sentences of the page about access control. */

import { expect } from 'vitest';
import { fact, send, serve, statusOf } from './fact.ts';

const open = { read: () => true, create: () => true, update: () => true };
fact(
  'guide/access.md',
  'The server then leaves out those in `fields[TYPE]` that the user cannot read, instead of responding with 400.',
  async () => {
    const access = { notes: { ...open, fields: () => ['title'] }, people: open };
    expect(await statusOf('GET /notes?fields[notes]=title,size', { access })).toBe(400);
    const { status, document } = await send(
      serve({ access, hiddenFields: 'omit' }),
      'GET /notes?fields[notes]=title,size',
    );
    expect([status, document.data[0].attributes]).toEqual([200, { title: 'Note 1' }]);
  },
);
fact(
  'guide/access.md',
  'If a required attribute is hidden and has no default, the server rejects the request with 403.',
  async () => {
    const access = { notes: { ...open, fields: () => ['size'] }, people: open };
    const data = { type: 'notes', id: '7', attributes: { size: 1 } };
    expect((await send(serve({ access }), 'POST /notes', data)).status).toBe(403);
  },
);
fact(
  'guide/access.md',
  'An empty array or group throws. With no values, a condition matches nothing; `ne` matches everything.',
  async () => {
    const reading = (rule: unknown) => ({ access: { notes: { read: () => rule }, people: open } });
    expect(await statusOf('GET /notes', reading([]))).toBe(500);
    const countOf = async (rule: unknown) => (await send(serve(reading(rule)), 'GET /notes')).document.data.length;
    expect(await countOf([{ field: 'title', values: [] }])).toBe(0);
    expect(await countOf([{ field: 'title', operator: 'ne', values: [] }])).toBe(3);
  },
);
fact(
  'guide/access.md',
  '**A hidden resource is a missing resource.** Its URLs respond with 404 and the same body.',
  async () => {
    const server = serve({ access: { notes: { read: () => [{ field: 'id', values: ['1'] }] }, people: open } });
    const bodyOf = async (id: string) => (await send(server, `GET /notes/${id}`)).body?.replaceAll(id, 'ID');
    expect(await bodyOf('hidden-2')).toBe(await bodyOf('none'));
    expect((await send(server, 'GET /notes/2')).status).toBe(404);
  },
);
