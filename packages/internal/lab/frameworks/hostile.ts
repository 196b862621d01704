/** Hostile requests, and the statuses of their responses in the order in which they arrive. */
import type { Step } from './raw.ts';

export interface HostileRequest {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The statuses of `node:http`. An empty list: the framework closes the connection without a response. */
  readonly statuses: readonly number[];
  /**
   * Who responds, if not the API: the parser of HTTP, for what is not HTTP or too large, or the rest of the application, for a
   * target outside the API. Their responses do not have to be documents.
   */
  readonly by?: 'parser' | 'application';
}

const crlf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');
const close = 'Connection: close';
const type = 'Content-Type: application/vnd.api+json';

function head(line: string, ...fields: readonly string[]): string {
  return crlf(`${line} HTTP/1.1`, 'Host: localhost', ...fields, '');
}

const post = (...fields: readonly string[]): string => head('POST /api/articles', type, ...fields);
const get = (target: string, ...fields: readonly string[]): string => head(`GET ${target}`, ...fields, close);
const chunk = (text: string): string => crlf(text.length.toString(16), text);

const megabytes = 'x'.repeat(5_000_000);

const bodies: readonly HostileRequest[] = [
  {
    title: 'a body shorter than its length',
    steps: [post('Content-Length: 100'), '{"data":', 'end'],
    statuses: [400],
    by: 'parser',
  },
  {
    title: 'chunks without an end',
    steps: [post('Transfer-Encoding: chunked'), chunk('{'), 'end'],
    statuses: [400],
    by: 'parser',
  },
  {
    title: 'a malformed chunk',
    steps: [post('Transfer-Encoding: chunked'), 'zz\r\n{\r\n'],
    statuses: [400],
    by: 'parser',
  },
  { title: 'a length of text', steps: [post('Content-Length: ten'), '{}'], statuses: [400], by: 'parser' },
  { title: 'a negative length', steps: [post('Content-Length: -1'), '{}'], statuses: [400], by: 'parser' },
  {
    title: 'two lengths',
    steps: [post('Content-Length: 2', 'Content-Length: 3'), '{}x'],
    statuses: [400],
    by: 'parser',
  },
  {
    title: 'a length and chunks',
    steps: [post('Content-Length: 2', 'Transfer-Encoding: chunked'), chunk('{}'), chunk('')],
    statuses: [400],
    by: 'parser',
  },
  { title: 'a client that resets', steps: [post('Content-Length: 100'), '{', 20, 'reset'], statuses: [] },
  { title: '5 MB', steps: [post('Content-Length: 5000000', close), megabytes], statuses: [413] },
  {
    title: '5 MB in chunks',
    steps: [post('Transfer-Encoding: chunked', close), chunk(megabytes), chunk('')],
    statuses: [413],
  },
  {
    title: 'chunks with pauses',
    steps: [post('Transfer-Encoding: chunked', close), chunk('{"da'), 20, chunk('ta":'), 20, chunk('0}'), chunk('')],
    statuses: [400],
  },
  {
    title: 'a body of GET, and the next request',
    steps: [
      head('GET /api/articles/1', 'Content-Length: 30'),
      'GET /api/nowhere HTTP/1.1\r\n\r\n\r\n',
      get('/api/articles/404'),
    ],
    statuses: [200, 404],
  },
  {
    title: 'a body that is expected',
    steps: [post('Expect: 100-continue', 'Content-Length: 2', close), 20, '{}'],
    statuses: [100, 400],
  },
  {
    title: 'another expectation',
    steps: [post('Expect: magic', 'Content-Length: 2', close), '{}'],
    statuses: [417],
    by: 'parser',
  },
];

const targets: readonly HostileRequest[] = [
  { title: 'an encoded slash', steps: [get('/api/articles%2F1')], statuses: [404] },
  { title: 'an encoded slash in the prefix', steps: [get('/api%2Farticles')], statuses: [404], by: 'application' },
  { title: 'encoded dots', steps: [get('/api/articles/%2e%2e/people/9')], statuses: [400] },
  { title: 'an encoded letter', steps: [get('/api/%61rticles/1')], statuses: [400] },
  { title: 'dots', steps: [get('/api/articles/../people/9')], statuses: [404] },
  { title: 'dots out of the API', steps: [get('/api/../api/articles/1')], statuses: [404], by: 'application' },
  { title: 'a backslash', steps: [get('/api\\articles')], statuses: [404], by: 'application' },
  { title: 'a malformed encoding', steps: [get('/api/articles/%zz')], statuses: [400] },
  { title: 'an encoding that is not UTF-8', steps: [get('/api/articles/%ff')], statuses: [400] },
  { title: 'bytes that are not encoded', steps: [get('/api/articles/\xc3\xa9')], statuses: [400], by: 'parser' },
  { title: 'the absolute form', steps: [get('http://localhost/api/articles/1')], statuses: [200] },
  {
    title: 'the absolute form of another host',
    steps: [get('http://elsewhere.example/api/articles/1')],
    statuses: [200],
  },
  { title: 'the asterisk form', steps: [head('OPTIONS *', close)], statuses: [404], by: 'application' },
  { title: 'a fragment', steps: [get('/api/articles/1#x')], statuses: [200] },
  { title: 'a query of 10,000 characters', steps: [get(`/api/articles?${'x'.repeat(10_000)}`)], statuses: [414] },
  { title: 'no target', steps: [crlf('GET', '')], statuses: [400], by: 'parser' },
];

const fields: readonly HostileRequest[] = [
  {
    title: 'two media types',
    steps: [post('Content-Type: text/plain', 'Content-Length: 2', close), '{}'],
    statuses: [400],
  },
  { title: 'two hosts', steps: [get('/api/articles/1', 'Host: elsewhere.example')], statuses: [200] },
  { title: 'no host', steps: [crlf('GET /api/articles/1 HTTP/1.1', close, '')], statuses: [400], by: 'parser' },
  { title: 'HTTP/1.0', steps: [crlf('GET /api/articles/1 HTTP/1.0', '')], statuses: [200] },
  {
    title: 'fields of 100,000 characters',
    steps: [get('/api/articles/1', `X: ${'x'.repeat(100_000)}`)],
    statuses: [431],
    by: 'parser',
  },
  { title: 'a field with a null', steps: [get('/api/articles/1', 'X: a\0b')], statuses: [400], by: 'parser' },
  { title: 'a field without a name', steps: [get('/api/articles/1', ': x')], statuses: [400], by: 'parser' },
  { title: 'a method in lower case', steps: [head('get /api/articles', close)], statuses: [400], by: 'parser' },
  {
    title: 'an upgrade',
    steps: [head('GET /api/articles/1', 'Connection: Upgrade, close', 'Upgrade: x')],
    statuses: [200],
  },
  {
    title: 'two requests at once',
    steps: [head('GET /api/articles/1') + get('/api/articles/404')],
    statuses: [200, 404],
  },
];

export const hostile: readonly HostileRequest[] = [...bodies, ...targets, ...fields];
