import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, identities, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { AccessRules } from './access-rules.ts';

const yes = () => true;
const no = () => false;

function open(access: AccessRules<Blog> | undefined, options: ServerOptions<unknown, Blog> = {}) {
  const rejections: (string | undefined)[] = [];
  const server = createServer(blog, blogSources(), {
    ...options,
    ...(access && { access }),
    onRequest: () => (end) => rejections.push(end.rejection),
  });
  return { server, rejections };
}

const title = (id: string) => ({ data: { type: 'articles', id, attributes: { title: 'Renamed' } } });
const created = { data: { type: 'articles', attributes: { title: 'New' } } };
const byAda = { data: { ...created.data, relationships: { author: { data: { type: 'people', id: '7' } } } } };

describe('as soon as `access` is given, what no rule allows is denied', () => {
  test.each<[string, AccessRules<Blog>]>([
    ['no type has rules', {}],
    [
      'only another type has rules',
      { people: { read: yes, create: yes, update: yes, delete: yes, updateRelationship: yes } },
    ],
  ])('reading: %s', async (_, access) => {
    const { server } = open(access);
    const answers = [];
    for (const line of [
      'GET /articles',
      'GET /articles/1',
      'GET /articles/1/author',
      'GET /articles/1/relationships/author',
    ])
      answers.push((await send(server, line)).status);
    expect(answers).toEqual([200, 404, 404, 404]);
    expect((await send(server, 'GET /articles?page[total]=true')).document).toMatchObject({
      data: [],
      meta: { page: { total: 0 } },
    });
  });

  test('a type without rules is neither included, nor linked, nor found by a filter', async () => {
    const { server } = open({ articles: { read: yes } });
    const { document } = await send(server, 'GET /articles/1?include=author,comments');
    expect([document.included, document.data.relationships.author.data]).toEqual([[], null]);
    expect(identities((await send(server, 'GET /articles?filter[author]=7')).document.data)).toEqual([]);
  });

  test.each<[string, string, object | undefined]>([
    ['create', 'POST /articles', created],
    ['update', 'PATCH /articles/1', title('1')],
    ['delete', 'DELETE /articles/1', undefined],
    ['updateRelationship, where nothing says update either', 'PATCH /articles/1/relationships/author', { data: null }],
  ])('%s', async (action, line, body) => {
    const { server, rejections } = open({ articles: { read: yes } });
    expect((await send(server, line, body)).status).toBe(403);
    const rule = action.startsWith('updateRelationship') ? 'updateRelationship' : action;
    expect(rejections).toEqual([`There is no rule \`access.articles.${rule}\`, and \`defaultAccess\` is "deny".`]);
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).not.toBe('Renamed');
  });

  test('an operation of an endpoint', async () => {
    const remove = { name: 'wipe', method: 'POST' as const, path: '/-wipe', statuses: [204] };
    const { server } = open(
      { articles: { read: yes } },
      {
        endpoints: [
          {
            ...remove,
            async run({ execute }) {
              await execute({ method: 'DELETE', target: { type: 'articles', id: '1' } });
              return { status: 204 };
            },
          },
        ],
      },
    );
    expect((await send(server, 'POST /-wipe', {})).status).toBe(403);
    expect((await send(server, 'GET /articles/1')).status).toBe(200);
  });

  test("`defaultAccess: 'allow'` is the choice to allow it", async () => {
    const { server } = open({ people: { read: yes } }, { defaultAccess: 'allow', onMissingRules: () => undefined });
    expect((await send(server, 'PATCH /articles/1', title('1'))).status).toBe(200);
    expect((await send(server, 'DELETE /articles/1')).status).toBe(204);
  });

  test('without `access`, everything is allowed', async () => {
    const { server } = open(undefined);
    expect((await send(server, 'PATCH /articles/1', title('1'))).status).toBe(200);
  });
});

describe('a missing `updateRelationship` follows `update`, and `create` for a new resource', () => {
  const author = { data: { type: 'people', id: '8' } };
  const comment = (...ids: readonly string[]) => ids.map((id) => ({ type: 'comments', id }));
  const requests: readonly [line: string, body: object, linkage?: object][] = [
    ['PATCH /articles/1/relationships/author', author],
    ['PATCH /articles/1/relationships/author', { data: null }],
    ['PATCH /articles/1/relationships/comments', { data: [] }],
    ['POST /articles/3/relationships/comments', { data: comment('5') }, comment('6', '5')],
    // Members again.
    ['POST /articles/1/relationships/comments', { data: comment('6', '4') }, comment('5', '6', '4')],
    ['DELETE /articles/1/relationships/comments', { data: comment('4') }, comment('5', '6')],
    ['DELETE /articles/1/relationships/comments', { data: comment('4', '5', '6') }, []],
  ];
  const all = { people: { read: yes }, comments: { read: yes } };

  describe.each(['allow', 'deny'] as const)('defaultAccess: %s', (defaultAccess) => {
    const options = { defaultAccess, onMissingRules: () => undefined };

    test.each(requests)('%s: rejected by `update`', async (line, body) => {
      const { server, rejections } = open({ ...all, articles: { read: yes, update: no } }, options);
      expect((await send(server, line, body)).status).toBe(403);
      expect(rejections).toEqual([`\`access.articles.update\` returned false for "articles" "${line.split('/')[2]}".`]);
    });

    test.each(requests)(
      '%s %j: `update` decides on the record and the linkage after it',
      async (line, body, linkage) => {
        const heard: AnyDocument[] = [];
        const update = (_: unknown, { call, ...subject }: AnyDocument) => heard.push(subject) > 0;
        const { server } = open({ ...all, articles: { read: yes, update } }, options);
        expect((await send(server, line, body)).status).toBeLessThan(300);
        const relationship = line.split('/').at(-1) as string;
        const id = line.split('/')[2] as string;
        const after = linkage ?? (body as AnyDocument).data;
        const input = { type: 'articles', id, attributes: {}, relationships: { [relationship]: after } };
        expect(heard).toEqual([{ id, record: expect.objectContaining({ id }), input }]);
      },
    );

    test.each(requests)('%s: a rule `updateRelationship` decides alone', async (line, body) => {
      const { server } = open({ ...all, articles: { read: yes, update: no, updateRelationship: yes } }, options);
      expect((await send(server, line, body)).status).toBeLessThan(300);
    });

    test('in a PATCH of the resource, `update` is asked once', async () => {
      let asked = 0;
      const update = () => ++asked > 0;
      const { server } = open({ ...all, articles: { read: yes, update } }, options);
      const data = { type: 'articles', id: '1', relationships: { author } };
      expect([(await send(server, 'PATCH /articles/1', { data })).status, asked]).toEqual([200, 1]);
    });

    test('in a POST of the resource, `create` is asked once, and `update` is not', async () => {
      let asked = 0;
      const create = () => ++asked > 0;
      const { server } = open({ ...all, articles: { read: yes, update: no, create } }, options);
      expect([(await send(server, 'POST /articles', byAda)).status, asked]).toEqual([201, 1]);
    });
  });
});

describe('`onMissingRules` lists what no rule decides when the server is created', () => {
  const heardBy = (options: ServerOptions<unknown, Blog>) => {
    const heard: unknown[] = [];
    createServer(blog, blogSources(), { ...options, onMissingRules: (missing) => heard.push(missing) });
    return heard;
  };
  const full = { read: yes, create: yes, update: yes, delete: yes };
  const rest = { shelves: full, notes: full };

  test.each<['allow' | 'deny']>([['allow'], ['deny']])('defaultAccess: %s', (defaultAccess) => {
    const access = {
      articles: full,
      comments: { read: yes, create: yes, updateRelationship: yes },
      people: { update: yes },
      ...rest,
    };
    expect(heardBy({ access, defaultAccess })).toEqual([
      {
        defaultAccess,
        actions: ['people.read', 'people.create', 'people.delete', 'comments.update', 'comments.delete'],
      },
    ]);
  });

  test('deny is the default with `access`', () => {
    expect(heardBy({ access: {} })).toMatchObject([{ defaultAccess: 'deny' }]);
  });

  test('it names only actions that the source has', () => {
    const heard: AnyDocument[] = [];
    const { list, find } = blogSources().articles;
    createServer(blog, withRest(blog, { articles: { list, find } as never }), {
      access: {},
      onMissingRules: (missing) => heard.push(missing),
    });
    // Linkage can show types without a source.
    expect(heard[0].actions).toEqual(
      ['articles', 'people', 'comments', 'shelves', 'notes'].map((type) => `${type}.read`),
    );
  });

  test('it is not called if nothing is missing, or without rules', () => {
    expect(heardBy({ access: { ...rest, articles: full, people: full, comments: full } })).toEqual([]);
    expect(heardBy({})).toEqual([]);
  });

  test('without it, a line in the console names what is open, and nothing names what is denied', () => {
    const { warn } = console;
    const lines: unknown[] = [];
    console.warn = (...given: unknown[]) => lines.push(...given);
    try {
      createServer(blog, blogSources(), { access: { articles: full } });
      createServer(blog, blogSources(), { access: { ...rest, articles: full, people: full }, defaultAccess: 'allow' });
    } finally {
      console.warn = warn;
    }
    expect(lines).toEqual([
      "createServer: `defaultAccess` is 'allow', so every user can do what no rule decides: comments.read, comments.create, comments.update, comments.delete, comments.updateRelationship.",
    ]);
  });
});

describe('a type whose source does not have `find`', () => {
  const { people: _, ...others } = blogSources();
  const serverWith = (read: () => never) => {
    const errors: string[] = [];
    const access = { articles: { read: yes }, people: { read } };
    const onError = (error: unknown) => errors.push(String(error));
    return { server: createServer(blog, withRest(blog, others as never), { access, onError }), errors };
  };

  test('is shown in linkage if a rule says so', async () => {
    const { server } = serverWith((() => true) as never);
    const { document } = await send(server, 'GET /articles/1');
    expect(document.data.relationships.author.data).toEqual({ type: 'people', id: '7' });
  });

  test('cannot have conditions, which would need its records: 500, and nothing is shown', async () => {
    const { server, errors } = serverWith((() => [{ field: 'id', values: ['7'] }]) as never);
    expect((await send(server, 'GET /articles/1')).status).toBe(500);
    expect(errors[0]).toContain(
      '`access.people.read` must return true or false, because type "people" does not have a source with `find`, but it returned conditions.',
    );
  });
});
