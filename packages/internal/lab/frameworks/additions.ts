/** The allow-list: all that frameworks add to a response of the server, or respond to in another way. */

/** Headers of the transport. The length is compared with the body. */
export const transportFields: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** The CORS middleware of the examples adds these, and `Origin` to `Vary`. */
export const corsField = /^access-control-/;

/** Responses of a framework that are not those of the server: the title of the request, and the reason. */
export type Exceptions = Readonly<Record<string, string>>;

const cors: Exceptions = {
  'the methods of a resource': 'The CORS middleware takes every OPTIONS request for a preflight.',
  'the asterisk form': 'The CORS middleware takes every OPTIONS request for a preflight.',
};

/** A `Request` has a URL, and the URL Standard resolves dots and converts backslashes. */
const urls: Exceptions = {
  'encoded dots': 'A Request resolves the dots: the client gets what the resolved URL has.',
  dots: 'A Request resolves the dots: the client gets what the resolved URL has.',
  'dots out of the API': 'A Request resolves the dots: the client gets what the resolved URL has.',
  'a backslash': 'A Request has a slash instead.',
  'two media types': 'Headers joins the two lines by a comma: an unsupported media type.',
};

/** `@hono/node-server`, which converts between node:http and the Fetch API. */
const honoNodeServer: Exceptions = {
  ...urls,
  'HTTP/1.0': 'A URL needs a host, and the request does not have one.',
  'the asterisk form': 'A URL needs a path.',
};

const cutOff = 'Deno closes the connection without a response.';
const parser = (runtime: string): string => `${runtime} has a parser of its own for HTTP.`;

/** The server of Bun, without `node:http`. */
const bun: Exceptions = {
  ...urls,
  'a body shorter than its length': parser('Bun'),
  'chunks without an end': parser('Bun'),
  'a body of GET, and the next request': parser('Bun'),
  'another expectation': parser('Bun'),
  'bytes that are not encoded': parser('Bun'),
  'a method in lower case': parser('Bun'),
  'the asterisk form': parser('Bun'),
};

/** The server of Deno, without `node:http`. */
const deno: Exceptions = {
  'a malformed chunk': parser('Deno'),
  'another expectation': parser('Deno'),
  'bytes that are not encoded': parser('Deno'),
  'two media types': urls['two media types'] ?? '',
  'two hosts': parser('Deno'),
  'no host': parser('Deno'),
  'fields of 100,000 characters': parser('Deno'),
  'a method in lower case': parser('Deno'),
};

export const exceptions: Readonly<Record<string, Exceptions>> = {
  express: cors,
  nest: cors,
  fastify: cors,
  hono: { ...cors, ...honoNodeServer },
  lambda: cors,
  web: honoNodeServer,
  h3: {
    ...urls,
    'a malformed encoding': 'h3 decodes the path before any route, and responds with JSON of its own.',
    'an encoding that is not UTF-8': 'h3 decodes the path before any route, and responds with JSON of its own.',
  },
  'bun on bun': bun,
  'node-http on bun': { 'the asterisk form': parser('Bun') },
  'koa on bun': { 'the asterisk form': parser('Bun') },
  'h3 on bun': { 'the asterisk form': parser('Bun') },
  'workers on workerd': { 'an encoding that the client accepts': 'The platform compresses the document.' },
  deno: { 'a body shorter than its length': cutOff, 'chunks without an end': cutOff },
  'deno on deno': deno,
  'fastify on deno': {
    'the absolute form': 'Deno passes the target on as it is, and Fastify does not route it.',
    'the absolute form of another host': 'Deno passes the target on as it is, and Fastify does not route it.',
  },
  next: { 'a method that JSON:API does not have': 'Next.js responds to methods without an export itself.' },
};
