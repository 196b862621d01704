/** The sentences of the page that explains access control in detail: how rules are enforced, fields of some resources, and hidden links. */

import { expect } from 'vitest';
import { fact as factOf, send } from './fact.ts';
import { all, linked, open, patch, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/access-reference.md', sentence, check);
const get = async (access: object, url: string, sources: object = linked(), more: object = {}) =>
  send(serveLinked({ access, ...more }, sources), `GET ${url}`);
const idsOf = async (access: object, url: string) =>
  (await get(access, url)).document.data.map(({ id }: { id: string }) => id);
const only = (type: string, field: string, value: string, more: object = {}) => ({
  ...open(),
  [type]: { ...all, read: () => [{ field, values: [value] }], ...more },
});
const one = only('articles', 'title', 'One');
const noAuthor = only('people', 'name', 'Bo');

fact('It adds the filter of the rule to that of `list`, so pages and totals are correct.', async () => {
  const { document } = await get(one, '/articles?page[size]=1&sort=-title');
  expect([document.data.length, document.data[0].id, document.links.next ?? null]).toEqual([1, '1', null]);
});
fact('| a hidden record in the result of `list` | 500: its total would reveal other records, too |', async () => {
  const whole = linked();
  const list = () => ({ records: [{ id: '2', title: 'Two', author: '7', tags: [] }] });
  const articles = { ...whole.articles, list, appliesFilters: undefined };
  expect((await get(one, '/articles', { ...whole, articles })).status).toBe(500);
  expect((await get(open(), '/articles', { ...whole, articles })).status).toBe(200);
});
fact('They match visible resources only.', async () => {
  expect(await idsOf(open(), '/articles?filter[author.name]=Ada')).toEqual(['1', '2']);
  expect(await idsOf(noAuthor, '/articles?filter[author.name]=Ada')).toEqual([]);
});
fact('| filters by ids | Only ids that the user can read count.', async () => {
  expect(await idsOf(open(), '/articles?filter[author]=7')).toEqual(['1', '2']);
  expect(await idsOf(noAuthor, '/articles?filter[author]=7')).toEqual([]);
});
fact('| `filter[author]=null` | It matches an article whose author is hidden |', async () => {
  expect(await idsOf(open(), '/articles?filter[author]=null')).toEqual([]);
  expect(await idsOf(noAuthor, '/articles?filter[author]=null')).toEqual(['1', '2']);
});
fact(
  'The source must declare `sort` in `appliesFilters`, as memory and `@linkage/kysely` do. Otherwise: 400',
  async () => {
    const whole = linked();
    const articles = { ...whole.articles, appliesFilters: undefined };
    expect((await get(noAuthor, '/articles?sort=author.name')).status).toBe(200);
    expect((await get(noAuthor, '/articles?sort=author.name', { ...whole, articles })).status).toBe(400);
  },
);
fact(
  'collections are empty, single resources are 404, and linkage, `include`, filters, and totals omit them |',
  async () => {
    const { document } = await get(noAuthor, '/articles/1?include=author');
    expect([document.data.relationships.author.data, document.included]).toEqual([null, []]);
  },
);

const attributesOf = ({ attributes = {} }: { attributes?: object }) => attributes;
/** Rules by which a user reads the title of the first article only. */
const where = (title: unknown = [{ field: 'id', values: ['1'] }], more: object = {}) =>
  open({ fields: () => ({ where: { title }, ...more }) });
const write = async (access: object, line: string, data: object, sources: object = linked()) =>
  (await send(serveLinked({ access }, sources), line, data)).status;
fact(
  '- **Other resources do not contain the attribute.** This holds for every document: collections, related and included resources',
  async () => {
    for (const url of ['/articles', '/people/7/articles']) {
      const { data } = (await get(where(), url)).document;
      expect(data.map(attributesOf)).toEqual([{ title: 'One' }, {}]);
    }
    const { included } = (await get(where(), '/people/7?include=articles')).document;
    expect(included.map(attributesOf)).toEqual([{ title: 'One' }, {}]);
  },
);
fact('Entity tags do not depend on its values.', async () => {
  const tagAfter = async (title: string) => {
    const sources = linked();
    await send(serveLinked({}, sources), 'PATCH /articles/2', { ...patch, id: '2', attributes: { title } });
    return (await get(where(), '/articles/2', sources)).headers['ETag'];
  };
  expect(await tagAfter('A')).toBe(await tagAfter('B'));
});
fact('- **The user cannot filter or sort by it**, as if it was not declared', async () => {
  for (const query of ['sort=title', 'filter[title]=One'])
    expect((await get(where(), `/articles?${query}`)).status).toBe(400);
  expect((await get({ ...where(), people: all }, '/people?sort=name')).status).toBe(200);
});
fact('With `where: { email: true }`, the user can.', async () => {
  for (const query of ['sort=title', 'filter[title]=One'])
    expect((await get(where(true), `/articles?${query}`)).status).toBe(200);
});
fact('no resource contains the attribute, and a write that contains it is 403.', async () => {
  for (const title of [false, [{ field: 'id', values: [] }]]) {
    expect((await get(where(title), '/articles/1')).document.data.attributes ?? {}).toEqual({});
    expect(await write(where(title), 'PATCH /articles/1', patch)).toBe(403);
  }
});
fact(
  '- **A write must be of a resource that matches**, before and after it: `PATCH` responds with 403 otherwise, also if the request makes the resource match.',
  async () => {
    expect(await write(where(), 'PATCH /articles/1', patch)).toBe(200);
    expect(await write(where(), 'PATCH /articles/2', { ...patch, id: '2' })).toBe(403);
    const byAuthor = where([{ field: 'author', values: ['9'] }]);
    const author = { data: { type: 'people', id: '9' } };
    expect(await write(byAuthor, 'PATCH /articles/1', { ...patch, relationships: { author } })).toBe(403);
    expect(await write(where([{ field: 'title', values: ['One'] }]), 'PATCH /articles/1', patch)).toBe(403);
  },
);
fact('In a `POST`, the new resource must match if the request contains the attribute', async () => {
  for (const [id, status] of [
    ['3', 201],
    ['4', 403],
  ] as const)
    expect(await write(where([{ field: 'id', values: ['3'] }]), 'POST /articles', { ...patch, id })).toBe(status);
});
fact('A name in `where` must be one of the fields that the rule returns.', async () => {
  expect((await get(where(undefined, { only: ['title'] }), '/articles/1')).status).toBe(200);
  for (const choice of [{ only: ['author'] }, { except: ['title'] }])
    expect((await get(where(undefined, choice), '/articles/1')).status).toBe(500);
});

/** Tag 2 is hidden, and can be linked if the rule says so. */
const linking = (link?: unknown, more: object = {}) => ({
  ...open(),
  tags: {
    ...all,
    read: () => [{ field: 'id', values: ['1'] }],
    ...(link !== undefined && { link: () => link }),
    ...more,
  },
});
const add = (id: string) => ['POST /articles/2/relationships/tags', [{ type: 'tags', id }]] as const;
fact('By default, a write that names a hidden resource in linkage is 404.', async () => {
  expect([await write(linking(), ...add('2')), await write(linking(), ...add('1'))]).toEqual([404, 204]);
});
fact(
  'The rule `link` of its type returns which of them writes can link: `true`, `false`, or conditions as in `read`.',
  async () => {
    const named = (id: string) => [{ field: 'id', values: [id] }];
    const statuses = [true, false, named('2'), named('3')].map((link) => write(linking(link), ...add('2')));
    expect(await Promise.all(statuses)).toEqual([204, 404, 204, 404]);
  },
);
fact(
  '- **Nothing is shown.** Documents, linkage, `included`, filters, and totals are the same as before.',
  async () => {
    const sources = linked();
    const before = (await get(linking(true), '/articles/2?include=tags', sources)).body;
    expect(await write(linking(true), ...add('2'), sources)).toBe(204);
    expect((await get(linking(true), '/articles/2?include=tags', sources)).body).toBe(before);
    expect((await get(open(), '/articles/2/tags', sources)).document.data).toHaveLength(1);
  },
);
fact('A hidden resource that does not match looks like a missing one.', async () => {
  const bodyOf = async (id: string) => {
    const { body = '' } = await send(serveLinked({ access: linking(false) }), ...add(id));
    return body.replaceAll(`\\"${id}\\"`, 'ID');
  };
  expect(await bodyOf('2')).toBe(await bodyOf('none'));
});
fact('- **The user cannot remove such a link** from a to-many relationship, and replacements keep it', async () => {
  const sources = linked();
  const path = '/articles/1/relationships/tags';
  await send(serveLinked({ access: linking(true) }, sources), `DELETE ${path}`, [{ type: 'tags', id: '2' }]);
  expect(await write(linking(true), `PATCH ${path}`, [], sources)).toBe(204);
  expect((await get(open(), path, sources)).document.data).toEqual([{ type: 'tags', id: '2' }]);
});
fact(
  'If the link is stored in the record of the hidden resource, the response is 403, because that record would change',
  async () => {
    const adds = ['POST /people/9/relationships/articles', [{ type: 'articles', id: '1' }]] as const;
    const hidden = only('articles', 'title', 'Two', { link: () => true });
    for (const more of [{}, { uncheckedInverses: { people: ['articles'], articles: ['author'] } }])
      expect((await send(serveLinked({ access: hidden, ...more }), ...adds)).status).toBe(403);
  },
);
