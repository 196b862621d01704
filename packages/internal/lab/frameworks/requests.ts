/** The requests that every framework responds to in the same way, in this order: later ones see what earlier ones wrote. */
import type { FrameworkRequest } from './exchange.ts';

const mediaType = 'application/vnd.api+json';
const user = { Authorization: 'Bearer secret' };

const article = (id: string, title: unknown) =>
  JSON.stringify({ data: { type: 'articles', id, attributes: { title } } });

function read(
  title: string,
  target: string,
  headers: FrameworkRequest['headers'] = {},
  method = 'GET',
): FrameworkRequest {
  return { title, method, target: `/api${target}`, headers };
}

function write(title: string, line: string, body: string, headers: FrameworkRequest['headers'] = {}): FrameworkRequest {
  const [method = '', target = ''] = line.split(' ');
  return { title, method, target: `/api${target}`, headers: { 'Content-Type': mediaType, ...user, ...headers }, body };
}

const reads: readonly FrameworkRequest[] = [
  read('a collection', '/articles'),
  read('the head of a collection', '/articles', {}, 'HEAD'),
  read('query parameters', '/articles?include=author&fields[articles]=title,author&fields[people]=name'),
  read('encoded query parameters', '/articles?fields%5Barticles%5D=title&include=author&page%5Bsize%5D=1'),
  read('an unknown query parameter', '/articles?inlcude=author'),
  read('a malformed query', '/articles?include=%zz&x=%'),
  read('a resource', '/articles/1'),
  read('an encoded id', '/articles/a%2Fb%20%C3%A9'),
  read('a related resource', '/articles/1/author'),
  read('a relationship', '/articles/1/relationships/author'),
  read('a missing resource', '/articles/404'),
  read('the head of a missing resource', '/articles/404', {}, 'HEAD'),
  read('a missing type', '/nowhere'),
  read('the root', ''),
  read('the root with a slash', '/'),
  read('a slash at the end', '/articles/'),
  read('two slashes', '//articles'),
  read('an encoded null', '/articles/a%00'),
  read('an id of 2,000 characters', `/articles/${'x'.repeat(2_000)}`),
  read('an acceptable media type', '/articles/1', { Accept: mediaType }),
  read('an unacceptable media type', '/articles/1', { Accept: `${mediaType}; charset=utf-8` }),
  read('Accept in two lines', '/articles/1', { Accept: ['text/html', mediaType] }),
  read('a precondition that does not hold', '/articles/1', { 'If-None-Match': '*' }),
  read('a precondition in two lines', '/articles/1', { 'If-None-Match': ['"a"', '"b"'] }),
  read('an encoding that the client accepts', '/articles/1', { 'Accept-Encoding': 'gzip, br' }),
  read('a foreign origin', '/articles/1', { Origin: 'https://elsewhere.example' }),
  read('the origin of the application', '/articles/1', { Origin: 'https://app.example.com' }),
  read('the methods of a resource', '/articles/1', {}, 'OPTIONS'),
  read('a method that JSON:API does not have', '/articles/1', {}, 'PROPFIND'),
];

const writes: readonly FrameworkRequest[] = [
  write('a new article', 'POST /articles', article('new', 'Héllo')),
  write('a new article, in chunks', 'POST /articles', article('chunks', 'Chunks')),
  write('an id that exists', 'POST /articles', article('new', 'Hello')),
  write('an invalid attribute', 'POST /articles', article('other', 1)),
  write('malformed JSON', 'POST /articles', '{"data":'),
  write('an empty document', 'POST /articles', ''),
  write('a body above the limit', 'POST /articles', article('other', 'x'.repeat(1_050_000))),
  write('another media type', 'POST /articles', '{}', { 'Content-Type': 'text/plain' }),
  write('a malformed media type', 'POST /articles', '{}', { 'Content-Type': 'nonsense' }),
  write('a form', 'POST /articles', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  write('an encoded body', 'POST /articles', 'x', { 'Content-Encoding': 'gzip' }),
  write('an update', 'PATCH /articles/new', article('new', 'Changed')),
  write('an update without a document', 'PATCH /articles/new', article('new', 'Short'), { Prefer: 'return=minimal' }),
  write('an update of an older version', 'PATCH /articles/new', article('new', 'Lost'), { 'If-Match': '"old"' }),
  write('an update of another resource', 'PATCH /articles/new', article('1', 'Other')),
  write(
    'a relationship that changes',
    'PATCH /articles/new/relationships/author',
    '{"data":{"type":"people","id":"9"}}',
  ),
  write('a method override', 'POST /articles/new', article('new', 'Overridden'), { 'X-HTTP-Method-Override': 'PATCH' }),
  write('PUT', 'PUT /articles/new', article('new', 'Put')),
  read('the article after the updates', '/articles/new?include=author'),
  read('a deletion without a user', '/articles/new', {}, 'DELETE'),
  read('a deletion with a user', '/articles/new', user, 'DELETE'),
  read('a second deletion', '/articles/new', user, 'DELETE'),
];

export const requests: readonly FrameworkRequest[] = [...reads, ...writes].map((it) =>
  it.title.endsWith('in chunks') ? { ...it, isChunked: true } : it,
);
