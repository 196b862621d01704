import type { JsonApiRequest } from '../src/http.ts';
import { createServer } from '../src/pipeline/create-server.ts';
import type { Server } from '../src/pipeline/server.ts';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import type { DataSource, Sources } from '../src/sources/port/data-source.ts';
import { type Blog, blog, blogSources } from './blog.ts';
import { checkResponse } from './conformance.ts';

/** A document as tests look at it. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into documents of every shape.
export type AnyDocument = any;

/** A response, its document parsed and checked. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: AnyDocument;
  /** Each error as its code with its source: `ATTRIBUTE_INVALID /data/attributes/title`. */
  readonly problems: readonly string[];
}

const MEDIA_TYPE = 'application/vnd.api+json';

/** Sends a request and checks what holds for every response. A body that is not a string is sent as JSON. */
export async function send(
  server: Server,
  line: string,
  body?: unknown,
  headers: JsonApiRequest['headers'] = {},
): Promise<Answer> {
  const space = line.indexOf(' ');
  const text = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const request: JsonApiRequest = {
    method: line.slice(0, space),
    url: line.slice(space + 1),
    headers: { ...(body === undefined ? {} : { 'content-type': MEDIA_TYPE }), ...headers },
    body: text ? body : JSON.stringify(body),
  };
  const response = await server.handle(request);
  const document: AnyDocument = checkResponse(response, request);
  const problems = (document?.errors ?? []).map(({ code, source = {} }: AnyDocument) =>
    [code, ...Object.values(source)].join(' '),
  );
  return { status: response.status, headers: response.headers, document, problems };
}

/** The identities of resources or identifiers: `articles 1`. */
export function identities(given: AnyDocument): readonly string[] {
  const list: readonly AnyDocument[] = Array.isArray(given) ? given : given === null ? [] : [given];
  return list.map(({ type, id }) => `${type} ${id}`);
}

/** Sources that note each call: `articles.find 1,2`, `articles.related comments of 1`. */
export function recordCalls<S extends Sources<Blog>>(sources: S): { readonly sources: S; readonly calls: string[] } {
  const calls: string[] = [];
  const recorded = Object.entries(sources).map(([type, source]) => {
    const methods = Object.entries(source as DataSource).map(([name, method]) => {
      const call = (...given: unknown[]): unknown => {
        const [first, second] = given;
        if (name === 'related') calls.push(`${type}.related ${first} of ${second}`);
        else if (name !== 'transaction')
          calls.push(`${type}.${name}${typeof first === 'object' && !Array.isArray(first) ? '' : ` ${first}`}`);
        return (method as (...given: unknown[]) => unknown).apply(source, given);
      };
      return [name, typeof method === 'function' ? call : method];
    });
    return [type, Object.fromEntries(methods)];
  });
  return { sources: Object.fromEntries(recorded), calls };
}

/** A server over the shared records, with the calls that its sources get. */
export function blogServer(options: ServerOptions = {}): {
  readonly server: Server;
  readonly sources: Required<Sources<Blog>>;
  readonly calls: string[];
} {
  const { sources, calls } = recordCalls(blogSources());
  return { server: createServer(blog, sources, options), sources, calls };
}
