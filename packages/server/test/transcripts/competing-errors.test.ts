/** Which of two errors a request gets: the order of the checks of a write, as a file that a reader sees. */
import { errorObject, JsonApiError } from '@linkage/core';
import { expect, test } from 'vitest';
import { createMemorySources } from '../../src/memory/create-memory-sources.ts';
import { createServer } from '../../src/pipeline/create-server.ts';
import type { AnyDocument } from '../support.ts';
import { strictApi as api, records } from './blog-world.ts';
import type { SourcesByType } from './recorder.ts';
import { identifier, many } from './requests.ts';
import { rewritten } from './transcript.ts';

/** A request that succeeds, with rules and hooks that allow it. A mistake changes it. */
interface Draft {
  method: string;
  url: string;
  data: AnyDocument;
  body: string | undefined;
  readonly headers: Record<string, string>;
  readonly options: Record<string, unknown>;
  /** The rules of each type. */
  readonly access: Record<string, Record<string, unknown>>;
  /** The hooks of articles, by action. */
  readonly hooks: Record<string, object>;
  /** The action that the source of articles rejects. */
  rejected: string | undefined;
}

type Mistake = (draft: Draft) => void;
type Mistakes = Readonly<Record<string, Mistake>>;

interface Kind {
  readonly title: string;
  readonly draft: () => Pick<Draft, 'method' | 'url' | 'data'>;
  /** The method of the source of articles that the request calls. */
  readonly action: 'create' | 'update' | 'delete' | 'updateRelationship' | 'related';
  readonly mistakes: Mistakes;
}

const media = 'application/vnd.api+json';
const yes = (): boolean => true;
const no = (code: string) => failing(code, 'FORBIDDEN');
const allowed = () => ({ read: yes, create: yes, update: yes, delete: yes, updateRelationship: yes });
/** Returns a function that throws an error with a code of its own, so that its place in the order is seen. */
const failing =
  (code: string, kind: 'CONSTRAINT_VIOLATED' | 'FORBIDDEN' = 'CONSTRAINT_VIOLATED') =>
  (): never => {
    throw new JsonApiError({ ...errorObject(kind, code), code });
  };
const rule =
  (type: string, changes: object): Mistake =>
  ({ access }) =>
    void Object.assign(access[type] as object, changes);
const shown = () => [{ field: 'status', operator: 'eq', values: ['shown'] }];

const adding =
  (parameter: string): Mistake =>
  (draft) => {
    draft.url += `?${parameter}`;
  };

const ofEveryRequest: Mistakes = {
  'an Accept without this type': ({ headers }) => void Object.assign(headers, { accept: 'text/html' }),
  'an unknown query parameter': adding('unknown=1'),
  'an include path that does not exist': adding('include=nothing'),
};
const withDocument: Mistakes = {
  'another media type': ({ headers }) => void Object.assign(headers, { 'content-type': 'application/json' }),
  'a body that is not JSON': (draft) => {
    draft.body = '{';
  },
};
const withTarget = (action: string): Mistakes => ({
  'no If-Match where it is required': ({ options }) => void Object.assign(options, { requireIfMatch: ['articles'] }),
  'an If-Match of another version': ({ headers }) => void Object.assign(headers, { 'if-match': '"other"' }),
  'an id that does not exist': (draft) => {
    draft.url = draft.url.replace('/articles/1', '/articles/99');
    if (draft.data?.id === '1') draft.data.id = '99';
  },
  'a resource that the user cannot read': rule('articles', {
    read: () => [{ field: 'title', operator: 'eq', values: ['other'] }],
  }),
  [`the rule ${action}`]: rule('articles', { [action]: no('RULE') }),
});
const linked: Mistakes = {
  'a related resource that does not exist': ({ data }) =>
    void Object.assign(data.relationships.author.data, { id: '99' }),
  'a related resource that the user cannot read': (draft) => {
    rule('people', { read: shown })(draft);
    draft.data.relationships.author.data.id = '3';
  },
  'the rule updateRelationship of the resource': rule('articles', { updateRelationship: no('UPDATE_RELATIONSHIP') }),
  'the rule updateRelationship of the inverse relationship': rule('people', { updateRelationship: no('INVERSE') }),
  'a result that the user cannot read': (draft) => {
    rule('articles', { read: shown })(draft);
    draft.data.attributes.status = 'hidden';
  },
};
const inDocument: Mistakes = {
  'another type': ({ data }) => void Object.assign(data, { type: 'people' }),
  'an attribute with a wrong value': ({ data }) => void Object.assign(data.attributes, { words: 'many' }),
  'an unknown attribute': ({ data }) => void Object.assign(data.attributes, { unknown: 1 }),
};
const around = (action: string): Mistakes => ({
  'the hook before': ({ hooks }) =>
    void Object.assign(hooks, { [action]: { ...hooks[action], before: failing('BEFORE') } }),
  'the source': (draft) => {
    draft.rejected = action;
  },
  'the hook after': ({ hooks }) =>
    void Object.assign(hooks, { [action]: { ...hooks[action], after: failing('AFTER') } }),
});
const links = () => ({ author: { data: identifier('people', '2') }, tags: { data: many('tags', '1') } });

const kinds: readonly Kind[] = [
  {
    title: 'GET /articles/1/comments',
    action: 'related',
    draft: () => ({ method: 'GET', url: '/articles/1/comments', data: undefined }),
    mistakes: {
      ...ofEveryRequest,
      'a method that the URL does not have': (draft) => {
        draft.method = 'PATCH';
      },
      'a path that does not exist': (draft) => {
        draft.url = draft.url.replace('/comments', '/nothing');
      },
      'a filter of an unknown field': adding('filter[nothing]=1'),
      'a filter with a wrong value': adding('filter[status]=nothing'),
      'a sort field that does not exist': adding('sort=nothing'),
      'a page that does not exist': adding('page[number]=0'),
      'an unknown fieldset': adding('fields[comments]=nothing'),
      'an id that does not exist': (draft) => {
        draft.url = draft.url.replace('/articles/1', '/articles/99');
      },
      'a resource that the user cannot read': rule('articles', {
        read: () => [{ field: 'title', operator: 'eq', values: ['other'] }],
      }),
      'the rule read': rule('articles', { read: no('READ') }),
      'the rule read of the other type': rule('comments', { read: no('READ_OF_COMMENTS') }),
      'the source': (draft) => {
        draft.rejected = 'related';
      },
    },
  },
  {
    title: 'POST /articles',
    action: 'create',
    draft: () => ({
      ...{ method: 'POST', url: '/articles' },
      data: { ...identifier('articles', '9'), attributes: { title: 'new' }, relationships: links() },
    }),
    mistakes: {
      ...{ ...ofEveryRequest, ...withDocument, ...inDocument },
      'an id that is taken': ({ data }) => void Object.assign(data, { id: '1' }),
      ...{ 'the rule create': rule('articles', { create: no('RULE') }), ...linked, ...around('create') },
    },
  },
  {
    title: 'PATCH /articles/1',
    action: 'update',
    draft: () => ({
      ...{ method: 'PATCH', url: '/articles/1' },
      data: {
        ...{ ...identifier('articles', '1'), attributes: { title: 'new' } },
        relationships: { ...links(), comments: { data: many('comments', '1', '2', '3') } },
      },
    }),
    mistakes: {
      ...{ ...ofEveryRequest, ...withDocument, ...inDocument },
      'an id that differs from that of the URL': ({ data }) => void Object.assign(data, { id: '2' }),
      'a member that cannot be without the resource': ({ data }) => void data.relationships.comments.data.pop(),
      ...{ ...withTarget('update'), ...linked, ...around('update') },
    },
  },
  {
    title: 'DELETE /articles/1',
    action: 'delete',
    draft: () => ({ method: 'DELETE', url: '/articles/1', data: undefined }),
    mistakes: {
      ...ofEveryRequest,
      ...withTarget('delete'),
      'the rule delete of a record that is deleted, too': rule('comments', { delete: no('CASCADE') }),
      ...around('delete'),
    },
  },
  {
    title: 'POST /articles/1/relationships/comments',
    action: 'updateRelationship',
    draft: () => ({ method: 'POST', url: '/articles/1/relationships/comments', data: many('comments', '4') }),
    mistakes: {
      ...{ ...ofEveryRequest, ...withDocument },
      'linkage of another type': ({ data }) => void Object.assign(data[0], { type: 'people' }),
      'linkage that is not an array': (draft) => {
        [draft.data] = draft.data as readonly AnyDocument[];
      },
      ...withTarget('updateRelationship'),
      'a member that does not exist': ({ data }) => void Object.assign([data].flat()[0], { id: '99' }),
      'a member that the user cannot read': rule('comments', {
        read: () => [{ field: 'text', operator: 'eq', values: ['first'] }],
      }),
      'the rule updateRelationship of the inverse relationship': rule('comments', {
        updateRelationship: no('INVERSE'),
      }),
      ...around('updateRelationship'),
    },
  },
];

/** Sends the request of a kind with mistakes. Returns the status and the codes of its errors. */
async function answerOf({ draft, action }: Kind, mistakes: readonly Mistake[]): Promise<string> {
  const start = draft();
  const given: Draft = {
    ...{ ...start, headers: { accept: media }, body: undefined, options: {}, hooks: {}, rejected: undefined },
    access: Object.fromEntries([...api.types.keys()].map((type) => [type, allowed()])),
  };
  if (start.data !== undefined) given.headers['content-type'] = media;
  for (const mistake of mistakes) mistake(given);
  const sources = createMemorySources(api, records as never) as unknown as SourcesByType;
  const rejecting = given.rejected === undefined ? {} : { [action]: failing('SOURCE') };
  const server = createServer(
    api,
    { ...sources, articles: { ...sources['articles'], ...rejecting } } as never,
    {
      ...{ ...given.options, access: given.access, hooks: { articles: given.hooks }, onError: () => undefined },
    } as never,
  );
  const { method, url, headers, data, body = data === undefined ? undefined : JSON.stringify({ data }) } = given;
  const answer = await server.handle({ method, url: url.replaceAll(/(?<=\?.*)\?/g, '&'), headers, body });
  const { errors = [] }: AnyDocument = answer.body === undefined ? {} : JSON.parse(answer.body);
  const codes = errors.map(({ code, source = {} }: AnyDocument) => [code, ...Object.values(source)].join(' '));
  return [answer.status, codes.join(', ')].join(' ').trim();
}

async function sectionOf(kind: Kind): Promise<string> {
  const names = Object.keys(kind.mistakes);
  const of = (...chosen: readonly string[]) =>
    answerOf(
      kind,
      chosen.map((name) => kind.mistakes[name] as Mistake),
    );
  const lines = [`${kind.title}: ${await of()}`, ''];
  const alone = new Map<string, string>();
  for (const name of names) alone.set(name, await of(name));
  lines.push(...[...alone].map(([name, answer]) => `  ${name}: ${answer}`));
  for (const [index, one] of names.entries()) {
    lines.push('', `  ${one}, and`);
    for (const other of names.slice(index + 1)) {
      const answer = await of(one, other);
      // The same answer as that to one of them: the other one was not reported.
      const found = [one, other].map((name) => answer === alone.get(name));
      const [isFirst, isSecond] = found;
      const winner = isFirst ? (isSecond ? 'either' : 'first') : isSecond ? 'second' : 'both';
      lines.push(`    ${other}: ${winner}, ${answer}`);
    }
  }
  return lines.join('\n');
}

test('each mistake is an error, and the order of two is kept', async () => {
  const sections: string[] = [];
  for (const kind of kinds) {
    expect(await answerOf(kind, [])).toMatch(/^20[0-4]$/);
    for (const [name, mistake] of Object.entries(kind.mistakes)) {
      expect([kind.title, name, await answerOf(kind, [mistake])]).toEqual([
        kind.title,
        name,
        expect.stringMatching(/^4/),
      ]);
    }
    sections.push(await sectionOf(kind));
  }
  const text = `${sections.join('\n\n')}\n`;
  await expect(text, rewritten('packages/server/test/transcripts')).toMatchFileSnapshot('./competing-errors.txt');
}, 60_000);
