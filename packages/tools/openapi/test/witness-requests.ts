import type { JsonApiRequest } from '@linkage/server';

const mediaType = 'application/vnd.api+json';
const atomic = `${mediaType}; ext="https://jsonapi.org/ext/atomic"`;
const cursors = `${mediaType}; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`;

const get = (url: string, headers: object = {}): JsonApiRequest => ({ method: 'GET', url, headers: { ...headers } });
const write = (line: string, body: unknown, headers: object = {}): JsonApiRequest => {
  const [method = '', url = ''] = line.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method, url, headers: { 'content-type': mediaType, ...headers }, body: text };
};

const article = {
  type: 'articles',
  attributes: { title: 'New' },
  relationships: { author: { data: { type: 'people', id: '1' } } },
};
const person = (id: string) => ({ type: 'people', id });

/** Requests that together receive every status that the document of the witness contains. */
export const requests: readonly JsonApiRequest[] = [
  ...[get('/articles'), get('/articles?include=author,comments,related&page[total]=true'), get('/articles/1')],
  ...[get('/articles?fields[articles]=title&sort=-words,author.name&filter[title][contains]=O&filter[words][ge]=1')],
  ...[get('/articles?page[size]=1', { accept: cursors }), get('/articles?fields[articles]=text,title'), get('/people')],
  ...[get('/articles?filter[author.name]=Ann'), get('/people?page[offset]=1&page[limit]=1'), get('/')],
  ...[get('/articles/1/author'), get('/articles/1/comments'), get('/articles/1/related'), get('/articles/1/editor')],
  ...[get('/articles/1/relationships/author'), get('/articles/1/relationships/related?include=related')],
  ...[get('/people/2', { authorization: 'boss' }), get('/people/2'), get('/jobs/1'), get('/jobs/2'), get('/jobs')],
  ...[get('/articles', { 'if-none-match': '*' }), get('/articles/1', { 'if-match': '"x"' })],
  ...[get('/articles?sort=secret'), get('/articles/404'), get('/articles', { accept: 'text/html' })],
  ...[get('/articles', { authorization: 'wrong' }), get(`/articles?filter[title]=${'x'.repeat(3000)}`)],
  ...['/articles', '/articles/1', '/articles/404', '/articles?sort=secret', '/people/1', '/jobs/1', '/'].map((url) => ({
    ...get(url),
    method: 'HEAD',
  })),
  { ...get('/articles', { 'if-none-match': '*' }), method: 'HEAD' },
  write('POST /articles', { data: article }),
  write('POST /articles', { data: article }, { prefer: 'return=minimal' }),
  write('POST /articles', { data: { ...article, id: '9' } }),
  write('POST /articles', { data: { ...article, attributes: { title: '' } } }),
  write('POST /articles', { data: { ...article, type: 'people' } }),
  write('POST /articles', { data: article }, { 'content-type': 'application/json' }),
  write('POST /articles', { data: article }, { 'if-match': '"x"' }),
  write('POST /articles', { data: article }, { 'idempotency-key': '"one"' }),
  write('POST /articles', { data: article }, { 'idempotency-key': '"one"' }),
  write('POST /articles', { data: { ...article, lid: 'x' } }, { 'idempotency-key': '"one"' }),
  write('POST /articles', '{'),
  write('POST /articles', `"${'x'.repeat(6000)}"`),
  write('POST /people', { data: { ...person('7'), attributes: { name: 'Eve' } } }),
  write('POST /people', { data: { ...person('7'), attributes: { name: 'Eve' } } }),
  write('POST /jobs', { data: { type: 'jobs', attributes: { status: 'new' } } }),
  write('PATCH /articles/1', { data: { type: 'articles', id: '1', attributes: { subtitle: null } } }),
  write(
    'PATCH /articles/1',
    { data: { type: 'articles', id: '1', attributes: { words: 3 } } },
    { prefer: 'return=minimal' },
  ),
  write('PATCH /articles/1', { data: { type: 'articles', id: '2' } }),
  write('PATCH /articles/1', { data: { type: 'articles', id: '1', attributes: { views: 3 } } }),
  write('PATCH /articles/404', { data: { type: 'articles', id: '404' } }),
  write('PATCH /comments/1', { data: { type: 'comments', id: '1', attributes: { body: 'x' } } }),
  write('PATCH /comments/1', { data: { type: 'comments', id: '1', attributes: { body: 'x' } } }, { 'if-match': '*' }),
  write('PATCH /articles/1/relationships/author', { data: person('2') }),
  write('PATCH /articles/1/relationships/author?include=author', { data: person('1') }),
  write('PATCH /articles/1/relationships/author', { data: null }),
  write('PATCH /articles/1/relationships/author', { data: person('404') }),
  write('PATCH /articles/1/relationships/author', { data: { type: 'jobs', id: '1' } }),
  write('POST /articles/1/relationships/related', { data: [person('1'), { type: 'articles', id: '2' }] }),
  write('DELETE /articles/1/relationships/related?page[size]=1', { data: [person('1')] }),
  { method: 'DELETE', url: '/comments/1', headers: { 'if-match': '*' } },
  { method: 'DELETE', url: '/comments/1', headers: {} },
  { method: 'DELETE', url: '/people/1', headers: {} },
  { method: 'DELETE', url: '/articles/2', headers: {} },
  { method: 'DELETE', url: '/articles/404', headers: {} },
  { method: 'POST', url: '/articles/1/-actions/publish', headers: {} },
  write(
    'POST /operations',
    {
      'atomic:operations': [
        { op: 'add', data: { ...article, lid: 'a' } },
        {
          op: 'update',
          ref: { type: 'articles', lid: 'a', relationship: 'next' },
          data: { type: 'articles', lid: 'a' },
        },
        { op: 'update', data: { type: 'articles', id: '1', attributes: { title: 'Changed' } } },
        { op: 'remove', ref: { type: 'articles', lid: 'a' } },
      ],
    },
    { 'content-type': atomic, accept: atomic },
  ),
  write('POST /operations', { 'atomic:operations': [] }, { 'content-type': atomic, accept: atomic }),
];
