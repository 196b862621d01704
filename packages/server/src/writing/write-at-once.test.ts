import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { recordCalls } from '../../test/transcripts/recorder.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const api = defineApi({
  notes: {
    clientGeneratedIds: true,
    attributes: { text: z.string(), owner: z.string(), open: z.boolean() },
    relationships: { book: toOne('books') },
  },
  books: { attributes: { name: z.string() }, relationships: { notes: toMany('notes') } },
});

/** Note 1 is of the user, note 2 of somebody else, note 3 is hidden from rules that ask for open notes. */
function serve(options: object = {}, change: (source: object) => object = (source) => source) {
  const lines: string[] = [];
  const sources = createMemorySources(api, {
    notes: [
      { id: '1', text: 'a', owner: 'me', open: true },
      { id: '2', text: 'b', owner: 'you', open: true },
      { id: '3', text: 'c', owner: 'me', open: false },
    ],
    books: [{ id: '1', name: 'A' }],
  });
  const { notes, books } = recordCalls(api as never, sources as never, lines) as Record<string, object>;
  const given = { defaultAccess: 'allow', onError: () => undefined, context: () => ({ id: 'me' }), ...options };
  return { server: createServer(api, { books, notes: change(notes as object) } as never, given as never), lines };
}

const patch = (attributes: object, id = '1', relationships?: object) =>
  [`PATCH /notes/${id}`, { data: { type: 'notes', id, attributes, relationships } }] as const;
const post = (relationships?: object, id?: string) =>
  [
    'POST /notes',
    { data: { type: 'notes', ...(id && { id }), attributes: { text: 'new', owner: 'me', open: true }, relationships } },
  ] as const;
const inBook = (id: string) => ({ book: { data: { type: 'books', id } } });
const own = ({ id }: { readonly id: string }) => [{ field: 'owner', values: [id] }];
const isOpen = () => [{ field: 'open', values: [true] }];
const noHook = { before: () => undefined };
const keep = (source: object) => source;

/** The calls of a request, without what they contain. */
async function callsOf(
  line: string,
  body: unknown,
  { options, change, headers }: { options?: object; change?: (source: object) => object; headers?: object },
) {
  const { server, lines } = serve(options, change);
  const { status } = await send(server, line, body, headers as never);
  return [
    status,
    ...lines.map((it) =>
      it
        .trim()
        .replace(/ \{.*$/, '')
        .split(' ')
        .slice(0, 2)
        .join(' ')
        .replace(/;$/, ''),
    ),
  ];
}

interface AnySubject {
  readonly id?: string;
  readonly call?: object;
}
const [title, remove] = [patch({ text: 'new' }), ['DELETE /notes/1', undefined] as const];
const once = [200, 'notes.update 1'];
const removed = [204, 'notes.delete 1'];
const created = [201, 'notes.create'];

describe('what takes one statement, and what takes all steps', () => {
  test.each<[string, readonly [string, unknown], object, readonly unknown[] | undefined]>([
    ['an update', title, {}, once],
    [
      'with rules that the user decides',
      title,
      { options: { access: { notes: { read: isOpen, update: own } } } },
      once,
    ],
    [
      'with a rule that allows all',
      title,
      { options: { access: { notes: { read: isOpen, update: () => true } } } },
      once,
    ],
    ['with a rule that waits', title, { options: { access: { notes: { update: async () => true } } } }, once],
    ['with fields', ['PATCH /notes/1?fields[notes]=text', title[1]], {}, once],
    ['with another id of a hook', title, { options: { hooks: { books: { update: noHook } } } }, once],
    ['a deletion', remove, {}, removed],
    ['a deletion with rules', remove, { options: { access: { notes: { read: isOpen, delete: own } } } }, removed],
    ['a creation', post(), {}, created],
    ['a creation with rules', post(), { options: { access: { notes: { create: () => true } } } }, created],
    [
      'a creation with a rule that waits',
      post(),
      { options: { access: { notes: { create: async () => true } } } },
      created,
    ],
    ['a creation with a link', post(inBook('1')), {}, created],
    [
      'with hooks of the resource that it links to',
      post(inBook('1')),
      { options: { hooks: { books: { update: noHook } } } },
      created,
    ],
    ['a creation with a hook', post(), { options: { hooks: { notes: { create: noHook } } } }, undefined],
    [
      'with a hook that receives its links',
      post(inBook('1')),
      { options: { hooks: { books: { updateRelationship: noHook } } } },
      undefined,
    ],
    ['a creation with a link and rules', post(inBook('1')), { options: { access: { notes: {} } } }, created],
    [
      'with a rule about the new resource',
      post(),
      { options: { access: { notes: { create: (_: unknown, { input }: { input: object }) => input !== undefined } } } },
      created,
    ],
    ['a creation that can be hidden', post(), { options: { access: { notes: { read: isOpen } } } }, undefined],
    [
      'a creation with a hidden attribute',
      ['POST /notes', { data: { type: 'notes', attributes: { owner: 'me', open: true } } }],
      { options: { access: { notes: { fields: () => ['owner', 'open'] } } } },
      undefined,
    ],
    [
      'a creation with members of the application',
      post(),
      { options: { resources: { notes: { meta: () => ({ a: 1 }) } } } },
      undefined,
    ],
    [
      'a source that does not declare that it checks links',
      post(inBook('1')),
      { change: ({ checksLinks: _, ...source }: { checksLinks?: unknown }) => source },
      undefined,
    ],
    ['a hook', title, { options: { hooks: { notes: { update: noHook } } } }, undefined],
    [
      'a hook after the commit, which receives the record',
      remove,
      { options: { hooks: { notes: { delete: { afterCommit: () => undefined } } } } },
      undefined,
    ],
    ['a precondition that every resource matches', title, { headers: { 'if-match': '*' } }, once],
    ['a version that the source does not compare', title, { headers: { 'if-match': '"1-"' } }, undefined],
    ['a precondition of no version', title, { headers: { 'if-none-match': '"1-"' } }, undefined],
    ['a preference', title, { headers: { prefer: 'return=minimal' } }, undefined],
    ['a relationship', patch({ text: 'new' }, '1', { book: { data: null } }), {}, once],
    ['a relationship alone, and rules', patch({}, '1', inBook('1')), { options: { access: { notes: {} } } }, once],
    [
      'a relationship that conditions compare',
      patch({}, '1', inBook('1')),
      { options: { access: { notes: { read: () => [{ field: 'book', values: [null, '1'] }] } } } },
      undefined,
    ],
    [
      'a rule about the relationship',
      patch({}, '1', inBook('1')),
      { options: { access: { notes: { updateRelationship: (_: unknown, { id }: { id: string }) => id === '1' } } } },
      undefined,
    ],
    [
      'a hook of the inverse relationship',
      patch({}, '1', inBook('1')),
      { options: { hooks: { books: { updateRelationship: noHook } } } },
      undefined,
    ],
    ['no attribute', patch({}), {}, undefined],
    ['an include', ['PATCH /notes/1?include=book', title[1]], {}, undefined],
    [
      'a field that conditions compare',
      patch({ open: true }),
      { options: { access: { notes: { read: isOpen } } } },
      undefined,
    ],
    [
      'a field that the rule compares',
      patch({ owner: 'me' }),
      { options: { access: { notes: { update: own } } } },
      undefined,
    ],
    [
      'links to resources that can be hidden',
      title,
      { options: { access: { books: { read: () => [{ field: 'name', values: ['x'] }] } } } },
      undefined,
    ],
    [
      'a rule about the resource',
      title,
      {
        options: {
          access: { notes: { update: (_: unknown, { record }: { record: { text: string } }) => record.text === 'a' } },
        },
      },
      undefined,
    ],
    [
      'attributes of some resources',
      title,
      { options: { access: { notes: { fields: () => ({ where: { text: isOpen() } }) } } } },
      undefined,
    ],
    ['members of the application', title, { options: { resources: { notes: { meta: () => ({ a: 1 }) } } } }, undefined],
    [
      'a source that declares nothing',
      title,
      { change: ({ atomicWrites: _, ...source }: { atomicWrites?: unknown }) => source },
      undefined,
    ],
    [
      'a source with another transaction',
      title,
      {
        change: (source: { transaction: (...given: unknown[]) => unknown }) => ({
          ...source,
          transaction: (...given: unknown[]) => source.transaction(...given),
        }),
      },
      undefined,
    ],
    [
      'a source that declares no record',
      title,
      { change: ({ returnsWritten: _, ...source }: { returnsWritten?: unknown }) => source },
      undefined,
    ],
    [
      'a deletion that changes protected resources',
      ['DELETE /books/9', undefined],
      { options: { access: { notes: { update: own } } } },
      undefined,
    ],
  ])('%s', async (_, [line, body], given, expected) => {
    const [status, ...calls] = await callsOf(line, body, { change: keep, ...given });
    expect(status).toBe(line.includes('books') ? 404 : (expected?.[0] ?? status));
    if (expected !== undefined) expect(calls).toEqual(expected.slice(1));
    else expect(calls[0]).toBe('notes.transaction begins'.replace('notes', line.includes('books') ? 'books' : 'notes'));
  });
});

test('a resource that the user may not read is locked before a new one links to it', async () => {
  const readable = { read: ({ id }: { readonly id: string }) => [{ field: 'name', values: [id] }] };
  const access = { notes: { create: () => true }, books: { ...readable, updateRelationship: () => true } };
  const { server, lines } = serve({ access, context: () => ({ id: 'A' }) });
  expect((await send(server, ...post(inBook('1')))).document.data.relationships.book.data.id).toBe('1');
  expect(lines.map((it) => it.trim().replace(/ \{.*$/, ''))).toEqual([
    'notes.transaction begins',
    'books.find [1]; no fields; where name eq "A"; FOR UPDATE',
    'notes.create',
    'notes.transaction commits',
  ]);
});

describe('if the statement writes nothing, the first step that fails has the error', () => {
  const rules = { access: { notes: { read: isOpen, update: own, delete: own } } };
  test.each([
    ['1', 200, 204],
    ['2', 403, 403],
    ['3', 404, 404],
    ['9', 404, 404],
  ])('note %s', async (id, updated, deleted) => {
    const { server, lines } = serve(rules);
    expect((await send(server, ...patch({ text: 'new' }, id))).status).toBe(updated);
    expect(lines.includes('notes.transaction begins')).toBe(updated !== 200);
    expect((await send(server, `DELETE /notes/${id}`)).status).toBe(deleted);
  });

  test('and both ways show the same document', async () => {
    const [short, long] = [
      serve(rules),
      serve(rules, ({ atomicWrites: _, ...source }: { atomicWrites?: unknown }) => source),
    ];
    const answers = [];
    for (const { server } of [short, long]) {
      const { status, headers, document } = await send(server, ...patch({ text: 'new' }));
      answers.push([status, headers, document]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([short.lines.length, long.lines.length > 2]).toEqual([1, true]);
  });
});

describe('a creation that the source rejects', () => {
  test('the steps then find the error that comes first, and nothing is written', async () => {
    const { server, lines } = serve();
    const { status, document } = await send(server, ...post(inBook('9'), '1'));
    const [{ code, source }] = document.errors;
    expect([status, code, source]).toEqual([
      404,
      'RELATED_RESOURCE_NOT_FOUND',
      { pointer: '/data/relationships/book/data' },
    ]);
    expect(lines.map((it) => it.trim().split(' ')[0])).toEqual([
      'notes.create',
      'notes.transaction',
      'books.find',
      'notes.transaction',
    ]);
    expect((await send(server, ...post(inBook('1'), '1'))).document.errors[0].code).toBe('RESOURCE_EXISTS');
    expect((await send(server, 'GET /notes')).document.data).toHaveLength(3);
  });

  test.each<[string, unknown, number, number]>([
    [
      'a failure of the source is not repeated',
      () => {
        throw new Error('down');
      },
      500,
      1,
    ],
    ['a creation that returns nothing is not repeated', () => undefined, 500, 1],
  ])('%s', async (_, create, expected, calls) => {
    let count = 0;
    const counted = () => {
      count++;
      return (create as () => unknown)();
    };
    const { server } = serve({}, (source) => ({
      ...source,
      create: counted,
      ...{ atomicWrites: [...(source as { atomicWrites: object[] }).atomicWrites, counted] },
      ...{ returnsWritten: [...(source as { returnsWritten: object[] }).returnsWritten, counted] },
      checksLinks: { methods: [counted], relationships: ['book'] },
    }));
    expect([(await send(server, ...post(inBook('1')))).status, count]).toEqual([expected, calls]);
  });
});

describe('conditions of a rule', () => {
  test('decide about relationships, inverse relationships, and lists, too', async () => {
    const rules = { notes: { read: () => true, update: own }, books: { read: () => true, update: () => true } };
    const { server } = serve({ access: rules });
    const updateRelationship = async (id: string) =>
      (await send(server, `PATCH /notes/${id}/relationships/book`, { data: null })).status;
    expect([await updateRelationship('1'), await updateRelationship('2'), await updateRelationship('9')]).toEqual([
      204, 403, 404,
    ]);
  });

  test.each<[string, unknown, string]>([
    ['none', [], 'must return true, false, or a non-empty array'],
    ['an unknown field', [{ field: 'x', values: [] }], 'is not a field of "notes"'],
    ['no array', 'x', 'must return true or false'],
  ])('%s: an error of the server, and nothing is written', async (_, answer, text) => {
    const errors: unknown[] = [];
    const { server } = serve({
      access: { notes: { update: () => answer } },
      onError: (error: unknown) => errors.push(error),
    });
    expect((await send(server, ...patch({ text: 'new' }))).status).toBe(500);
    expect(String(errors[0])).toContain(text);
    expect((await send(server, 'GET /notes/1')).document.data.attributes.text).toBe('a');
  });
});

test.each<[string, (...given: readonly { readonly id?: string }[]) => boolean]>([
  ['a member', (...[, subject]) => subject?.id === '1'],
  ['a member that is asked for', (...[, subject]) => Object.hasOwn(subject as object, 'id')],
  ['its names', (...[, subject]) => Object.keys(subject as object).includes('id')],
  ['a copy', (...[, subject]) => ({ ...subject }).id === '1'],
  ['whether it has a member', (...[, subject]) => 'id' in (subject as object)],
])('a rule that looks at its subject in any way is asked about the resource: %s', async (_, update) => {
  const { server, lines } = serve({ access: { notes: { update } } });
  const answers = [await send(server, ...patch({ text: 'x' })), await send(server, ...patch({ text: 'y' }, '9'))];
  expect([answers.map(({ status }) => status), lines[0]]).toEqual([[200, 404], 'notes.transaction begins']);
});

test.each<[string, string, readonly [string, unknown], (...given: readonly AnySubject[]) => boolean]>([
  ['the resource', 'update', patch({ text: 'x' }, '2'), (...[, subject]) => subject?.id !== '2'],
  ['the resource, to delete it', 'delete', ['DELETE /notes/2', undefined], (...[, subject]) => subject?.id !== '2'],
  ['a new resource', 'create', post(), (...[, subject]) => subject?.call === undefined],
  ['the links of a new one', 'updateRelationship', post(inBook('1')), (...[, subject]) => subject?.call === undefined],
])('a rule that would allow without it receives %s', async (_, name, [line, body], rule) => {
  const { server } = serve({ access: { notes: { [name]: rule } } });
  const answers = [await send(server, line, body), await send(server, line, body)];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});
