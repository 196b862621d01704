/** Rules, hooks, actions, and functions of members receive the same record from every source: ids are strings, and relationships are linkage. */
import { createServer, isSame, type Sources, type SubjectRecord } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { send } from '../../../server/test/actions-suite.ts';
import { api, worlds } from '../test/subject-worlds.ts';

type Note = SubjectRecord<typeof api, 'notes'>;

/** A record of the test. Its text says which one, so that writes can change it. */
const expected: Readonly<Record<string, object>> = {
  '1': { id: '1', author: { type: 'people', id: '7' }, editor: null, about: { type: 'teams', id: '7' } },
  '2': { id: '2', author: null, editor: null, about: null },
};

const person = (id: string) => ({ data: { type: 'people', id } });
const note = (id: string, relationships: object) => ({
  data: { type: 'notes', id, attributes: { text: 'New' }, relationships },
});

const updating = ['update.before', 'update.after', 'update.afterCommit'];
const requests: readonly (readonly [
  line: string,
  body: object | undefined,
  receivers: readonly string[],
  writers?: readonly string[],
])[] = [
  [
    'PATCH /notes/1',
    note('1', { editor: person('8') }),
    ['rule update', 'rule updateRelationship', 'any update', ...updating],
    ['update.after', 'update.afterCommit'],
  ],
  [
    'PATCH /notes/1/relationships/author',
    person('8'),
    [
      'rule updateRelationship',
      'any updateRelationship',
      'updateRelationship.before',
      'updateRelationship.after',
      'updateRelationship.afterCommit',
    ],
  ],
  [
    'DELETE /people/7/relationships/notes',
    { data: [{ type: 'notes', id: '1' }] },
    [
      'rule update',
      'rule updateRelationship',
      'any updateRelationship',
      'updateRelationship.before',
      'updateRelationship.after',
      'updateRelationship.afterCommit',
    ],
  ],
  ['DELETE /notes/1', undefined, ['rule delete', 'any delete', 'delete.before', 'delete.after', 'delete.afterCommit']],
  ['DELETE /people/7', undefined, ['rule update', 'rule updateRelationship']],
  [
    'POST /notes/1/-actions/close',
    { meta: {} },
    ['rule act', 'close', 'rule update', 'rule updateRelationship', 'any update', ...updating],
    ['update.after', 'writes.update', 'create.after', 'writes.create', 'update.afterCommit', 'create.afterCommit'],
  ],
  ['GET /notes?page[size]=2', undefined, ['meta']],
  ['POST /notes/-actions/archive?filter[text]=One', { meta: {} }, ['rule act', 'archive']],
  [
    'PATCH /notes/2',
    note('2', { editor: person('8') }),
    ['rule update', 'rule updateRelationship', 'any update', ...updating],
    ['update.after', 'update.afterCommit'],
  ],
];

/** Serves the sources. What receives a record is logged with it. */
function serve(sources: Sources<typeof api>) {
  const seen: (readonly [receiver: string, record: Note])[] = [];
  const written: (readonly [receiver: string, record: Note])[] = [];
  const see = (receiver: string, record: Note | undefined) => record !== undefined && seen.push([receiver, record]);
  const rule = (name: string) => (_: unknown, subject: { readonly record?: Note | undefined }) => {
    see(`rule ${name}`, subject.record);
    return true;
  };
  type Given = { readonly record?: Note; readonly written?: Note };
  const hook = (name: string) => {
    const on = (step: string) => (write: Given) => {
      see(`${name}.${step}`, write.record);
      if (write.written !== undefined) written.push([`${name}.${step}`, write.written]);
      return undefined;
    };
    return { before: on('before'), after: on('after'), afterCommit: on('afterCommit') } as never;
  };
  const server = createServer(api, sources, {
    defaultAccess: 'allow',
    onMissingRules: () => undefined,
    access: {
      notes: {
        ...{
          read: () => [{ field: 'text', operator: 'ne', values: [''] }],
          create: () => true,
          update: rule('update'),
        },
        ...{ delete: rule('delete'), updateRelationship: rule('updateRelationship'), act: rule('act') },
      },
    },
    beforeWrite(write) {
      if (write.type === 'notes' && write.action !== 'create') see(`any ${write.action}`, write.record);
      return undefined;
    },
    hooks: {
      notes: {
        create: hook('create'),
        update: hook('update'),
        delete: hook('delete'),
        updateRelationship: hook('updateRelationship'),
      },
    },
    resources: {
      notes: {
        needs: ['author', 'editor', 'about'],
        meta(record, { parameters }) {
          if (parameters.has('page[size]')) see('meta', record);
          return undefined;
        },
      },
    },
    actions: {
      notes: {
        async close({ record, writes }) {
          see('close', record);
          const changed = await writes.update('notes', '1', { relationships: { author: { type: 'people', id: '8' } } });
          written.push(['writes.update', changed as Note]);
          const { id: _, ...added } = changed as Note;
          const created = await writes.create('notes', {
            id: '9',
            attributes: { text: added.text ?? '' },
            relationships: { author: added.author ?? null },
          } as never);
          written.push(['writes.create', created as Note]);
        },
        archive: ({ resources }) => {
          for (const { record } of resources) see('archive', record);
        },
      },
    },
  });
  return { server, seen, written };
}

/** The members of a record that sources do not leave out. */
const shape = ({ id, author, editor, about: its }: Note) => ({ id, author, editor, about: its });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe.each(worlds)('$name', ({ missing, use }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'all that receive a record', () => {
    const open = use();

    test.each(requests.map((request) => ({ request })))(
      '$request.0',
      async ({ request: [line, body, receivers, writers] }) => {
        const { server, seen, written } = serve(await open());
        const { status } = await send(server as never, line, body);
        expect(status).toBeLessThan(300);
        await settled();
        expect([...new Set(seen.map(([receiver]) => receiver))].sort()).toEqual([...receivers].sort());
        for (const [receiver, record] of seen) {
          expect([receiver, shape(record)]).toEqual([receiver, expected[record.id]]);
          expect([receiver, record.readers ?? []]).toEqual([
            receiver,
            record.readers === undefined || record.id === '2' ? [] : [{ type: 'people', id: '7' }],
          ]);
          expect(isSame(record.author, { type: 'people', id: '7' })).toBe(record.id === '1');
        }
        expect(written.map(([receiver]) => receiver)).toEqual(writers ?? []);
        for (const [receiver, { id, author, editor }] of written) {
          const linked = [author, editor].flatMap((it) => (it === null ? [] : `${it?.type} ${it?.id}`));
          expect([receiver, typeof id, linked.filter((it) => !/^people [78]$/.test(it))]).toEqual([
            receiver,
            'string',
            [],
          ]);
        }
      },
    );
  });
});
