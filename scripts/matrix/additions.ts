/** The allow-list: all that hosts add to an answer of the server, or answer in another way. */

/** Header fields of the transport. The length is compared with the payload. */
export const transportFields: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** The CORS middleware of the examples adds these, and `Origin` to `Vary`. */
export const corsField = /^access-control-/;

/** Answers of a host that are not those of the server: the title of the request, and the reason. */
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
  next: { 'a method that JSON:API does not have': 'Next.js responds to methods without an export itself.' },
};
