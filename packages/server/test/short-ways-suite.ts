/**
 * Writes that are one call, compared with the same writes in all steps: the same responses, errors, and records, whatever rules and hooks
 * do. For each kind of data source.
 */
import { attribute, defineApi, JsonApiError, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Server } from '../src/pipeline/server.ts';

const owned = { text: z.string(), owner: z.string() };
/** Notes are in books. A deletion of a note changes its replies, and deletes its likes. */
export const api = defineApi({
  notes: {
    clientGeneratedIds: true,
    attributes: { ...owned, kind: attribute(z.string().default('plain'), { write: 'create' }) },
    relationships: { book: toOne('books'), replies: toMany('replies'), likes: toMany('likes') },
  },
  books: { attributes: owned, relationships: { notes: toMany('notes', { inverse: 'book' }) } },
  replies: { attributes: owned, relationships: { note: toOne('notes', { inverse: 'replies', onDelete: 'clear' }) } },
  likes: { attributes: owned, relationships: { note: toOne('notes', { inverse: 'likes', onDelete: 'cascade' }) } },
});

const [mine, other] = [
  { text: 'a', owner: 'me' },
  { text: 'b', owner: 'you' },
];
/** Note 1 has a reply, note 2 a like, note 3 both, of another person. */
export const records = {
  books: [
    { id: '1', ...mine },
    { id: '2', ...other },
  ],
  notes: [
    { id: '1', ...mine, kind: 'plain', book: '1' },
    { id: '2', ...mine, kind: 'plain', book: null },
    { id: '3', ...other, kind: 'plain', book: '2' },
    { id: '4', ...mine, kind: 'plain', book: null },
  ],
  replies: [
    { id: '1', ...mine, note: '1' },
    { id: '2', ...mine, note: '3' },
  ],
  likes: [
    { id: '1', ...mine, note: '2' },
    { id: '2', ...other, note: '3' },
  ],
} as const;

type Rule = (context: { readonly id: string }, subject: never) => unknown;
const own: Rule = ({ id }) => [{ field: 'owner', values: [id] }];
const rejection = () => new JsonApiError([{ status: '403', title: 'Not today' }]);

/** The result or the effect of a rule. */
const answers: Readonly<Record<string, Rule | undefined>> = {
  true: () => true,
  false: () => false,
  'true, later': async () => true,
  'false, later': async () => false,
  'a condition': own,
  'a condition that nothing meets': () => [{ field: 'owner', values: ['x'] }],
  'no answer': () => undefined,
  'an error': () => {
    throw new Error('broken');
  },
  'an error of its own, later': async () => {
    throw rejection();
  },
  'an answer about the input': (_, { input }: { input?: { attributes?: { owner?: string } } }) =>
    input?.attributes?.owner !== 'you',
  'an answer about the record': (_, { record }: { record?: { owner?: string } }) => record?.owner !== 'you',
  'an answer about the call': (_, { call }: { call: { context: unknown } }) => call.context !== undefined,
  'nothing: the rule is missing': undefined,
};
/** The result of a rule `fields`. */
const choices: Readonly<Record<string, Rule>> = {
  'some fields': () => ['text', 'book', 'note', 'notes'],
  'all but a required one': () => ({ except: ['text'] }),
  'all but one with a default': () => ({ except: ['kind'] }),
  'all but the links': () => ({ except: ['book', 'notes', 'note'] }),
  'a field of some resources': (context) => ({ where: { text: own(context, undefined as never) } }),
  'no field': () => false,
  'no answer': () => undefined,
  'an error, later': async () => {
    throw new Error('broken');
  },
};

const to = (type: string, id: string) => ({ data: { type, id } });
const note = (given: object = {}, relationships: object = {}, id?: string) => ({
  data: { type: 'notes', ...(id && { id }), attributes: { ...mine, ...given }, relationships },
});
const patch = (id: string, attributes: object, relationships?: object) =>
  [`PATCH /notes/${id}`, { data: { type: 'notes', id, attributes, ...(relationships && { relationships }) } }] as const;

/** Whether `If-Match` contains the entity tag of the resource, or that of another version. */
type Tag = 'current' | 'stale';
type Line = readonly [line: string, body?: object, tag?: Tag];
const requests: readonly Line[] = [
  ['POST /notes', note({}, {}, '9')],
  ['POST /notes', note({ owner: 'you' }, {}, '9')],
  ['POST /notes', note({}, { book: { data: null } }, '9')],
  ['POST /notes', note({}, { book: to('books', '1') })],
  ['POST /notes', note({ owner: 'you' }, { book: to('books', '1') }, '9')],
  ['POST /notes?fields[notes]=text', note({}, { book: to('books', '1') }, '9')],
  ['POST /notes?include=book', note({}, { book: to('books', '1') }, '9')],
  ['POST /notes', note({}, { book: to('books', '2') }, '9')],
  ['POST /notes', note({}, { book: to('books', '8') }, '9')],
  ['POST /notes', note({}, { book: to('books', '2') }, '1')],
  ['POST /notes', note({}, { book: to('books', '1') }, '1')],
  ['POST /replies', { data: { type: 'replies', attributes: mine, relationships: { note: to('notes', '1') } } }],
  patch('1', { text: 'new' }),
  patch('3', { text: 'new' }),
  patch('8', { text: 'new' }),
  patch('1', { owner: 'you' }),
  patch('1', { text: 'new' }, { book: to('books', '2') }),
  patch('1', { text: 'new' }, { book: to('books', '8') }),
  patch('3', { owner: 'me' }, { book: { data: null } }),
  [
    'PATCH /books/1',
    { data: { type: 'books', id: '1', relationships: { notes: { data: [{ type: 'notes', id: '2' }] } } } },
  ],
  [...patch('1', { text: 'new' }, { book: to('books', '2') }), 'current'],
  [...patch('1', { text: 'new' }, { book: to('books', '8') }), 'current'],
  [...patch('1', { text: 'new' }, { book: to('books', '8') }), 'stale'],
  [...patch('8', { text: 'new' }, { book: to('books', '8') }), 'stale'],
  [
    'PATCH /books/1',
    {
      data: {
        type: 'books',
        id: '1',
        relationships: { notes: { data: [to('notes', '8').data, to('notes', '9').data] } },
      },
    },
    'current',
  ],
  ['DELETE /notes/1'],
  ['DELETE /notes/2'],
  ['DELETE /notes/3'],
  ['DELETE /notes/4'],
  ['DELETE /notes/8'],
  ['DELETE /books/1'],
];
const [hiddenBook, missingBook] = [requests[7] as Line, requests[8] as Line];

const yes = () => true;
const all = { read: yes, create: yes, update: yes, updateRelationship: yes, delete: yes };
const asked: Readonly<Record<string, readonly string[]>> = {
  notes: ['read', 'fields', 'link', 'create', 'update', 'updateRelationship', 'delete'],
  books: ['read', 'fields', 'link', 'update', 'updateRelationship', 'delete'],
  replies: ['read', 'fields', 'create', 'update', 'updateRelationship', 'delete'],
  likes: ['read', 'update', 'updateRelationship', 'delete'],
};

const fail = () => {
  throw rejection();
};
const settings: Readonly<Record<string, object>> = {
  'without hooks': {},
  'with open sides': { uncheckedInverses: { books: ['notes'], replies: ['note'], likes: ['note'] } },
  'with hooks of the notes': { hooks: { notes: { create: { before: () => undefined }, delete: { after: fail } } } },
  'with hooks of the inverse relationships': { hooks: { books: { updateRelationship: { before: fail } } } },
};

export interface Opened {
  readonly server: Server;
  /** The statements of the source, if it has any. */
  readonly statements: string[];
  readonly stored: () => unknown;
}
/** Creates a server over the records, and whether its sources declare that their writes need no transaction, and check links. */
export type Open = (options: object, isShort: boolean) => Opened | Promise<Opened>;

const media = 'application/vnd.api+json';
const asRequest = ([line, body]: Line, tag?: string) => {
  const [method = '', url = ''] = line.split(' ');
  const headers = { accept: media, ...(body && { 'content-type': media }), ...(tag && { 'if-match': tag }) };
  return { method, url, headers, ...(body && { body: JSON.stringify(body) }) };
};

/** Everything that a client and an operator learn of a request, and what is stored after it. */
async function outcome(open: Open, options: object, line: Line, isShort: boolean) {
  const reported: string[] = [];
  const given = {
    ...options,
    context: () => ({ id: 'me' }),
    onError: (error: unknown) => reported.push(String(error)),
  };
  const { server, statements, stored } = await open(given, isShort);
  const known = line[2] === 'current' ? await server.handle(asRequest([line[0].replace('PATCH', 'GET')])) : undefined;
  statements.length = 0;
  const tag = line[2] && (known?.headers['ETag'] ?? '"stale-"');
  const { status, headers, body } = await server.handle(asRequest(line, tag));
  const own = statements.filter((it) => !/^(?:begin|start|set|commit|rollback)/.test(it));
  // A source can choose other ids each time.
  const text = (it: unknown): string => String(it).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
  const shown = {
    status,
    headers: text(JSON.stringify(headers)),
    body: text(body),
    stored: text(JSON.stringify(await stored())),
    reported,
  };
  return { shown, count: own.length };
}

/** The answers of rules that have others, or take no part in what is one call. */
const answersOf: Readonly<Record<string, typeof answers>> = {
  fields: choices,
  link: { true: () => true, 'a condition': own, 'an error': answers['an error'] },
};
/** The methods of the requests that a rule takes part in: `update` and `updateRelationship` are asked for the inverse relationships of every write. */
const methods: Readonly<Record<string, RegExp>> = { create: /^POST/, delete: /^DELETE/ };
/** Likes change only if they are deleted with a note. */
const lines: Readonly<Record<string, RegExp>> = { likes: /^DELETE/, replies: /^POST .replies|^DELETE|^PATCH .notes.1/ };
/** The rules that are asked with hooks and open sides, too. */
const most = new Set(['notes create', 'notes delete', 'books updateRelationship', 'replies update']);

/** Compares both ways for each rule and each answer. */
export function compareWays(open: Open): void {
  const cases = Object.entries(asked).flatMap(([type, rules]) => rules.map((rule) => [type, rule] as const));
  describe.each(Object.entries(settings))('%s', (title, setting) => {
    const isWhole = title === 'without hooks';
    test.each(cases.filter((it) => isWhole || most.has(it.join(' '))))('%s: %s', async (type, rule) => {
      const sent = requests.filter(
        ([line]) => methods[rule]?.test(line) !== false && lines[type]?.test(line) !== false,
      );
      for (const [answer, given] of Object.entries(answersOf[rule] ?? answers)) {
        const access = { books: all, notes: all, replies: all, likes: all, [type]: { ...all, [rule]: given } };
        const counts = new Map<Line, number>();
        for (const line of sent) {
          const options = { ...setting, access };
          const [short, full] = [await outcome(open, options, line, true), await outcome(open, options, line, false)];
          expect([answer, line, short.shown]).toEqual([answer, line, full.shown]);
          counts.set(line, short.count);
        }
        // A hidden resource looks like a missing one, also to somebody who measures the time.
        if (isWhole && type === 'books' && rule === 'read' && answer.startsWith('a condition'))
          expect([answer, counts.get(hiddenBook)]).toEqual([answer, counts.get(missingBook)]);
      }
    });
  });
}
