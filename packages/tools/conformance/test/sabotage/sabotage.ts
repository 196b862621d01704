/** How a server is broken: a wrapper around its handler that changes one behavior. */
export type Forward = (request: Request) => Promise<Response>;

/** One broken behavior. */
export interface Sabotage {
  readonly name: string;
  /** The requirement that the server then breaks: a failed case must name it. */
  readonly row: string;
  readonly handle: (request: Request, forward: Forward) => Promise<Response>;
}

// biome-ignore lint/suspicious/noExplicitAny: documents are broken at every depth.
export type Any = any;

/** Whether a request is concerned. */
export type Which = (request: Request) => boolean;

export const isGet: Which = ({ method }) => method === 'GET';
export const isPost: Which = ({ method }) => method === 'POST';
export const isPatch: Which = ({ method }) => method === 'PATCH';
export const isDelete: Which = ({ method }) => method === 'DELETE';
export const pathOf = ({ url }: Request): string => new URL(url).pathname;
export const at =
  (pattern: RegExp): Which =>
  (request) =>
    pattern.test(pathOf(request));
export const isCollection: Which = at(/^\/api\/[^/]+$/);
export const isResource: Which = at(/^\/api\/[^/]+\/[^/]+$/);
export const isRelated: Which = (request) => /^\/api\/[^/]+\/[^/]+\/[^/]+$/.test(pathOf(request));
export const isRelationship: Which = at(/\/relationships\//);
export const has =
  (parameter: RegExp): Which =>
  ({ url }) =>
    [...new URL(url).searchParams.keys()].some((name) => parameter.test(name));
export const both =
  (...all: readonly Which[]): Which =>
  (request) =>
    all.every((each) => each(request));

/** Returns a response with other headers, status or body. */
export function remade(
  response: Response,
  body: string | null,
  change: (headers: Headers) => void = () => {},
  status = response.status,
): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  change(headers);
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

/** Changes each of a list; what a change returns does not count. */
export function every(list: readonly Any[], change: (each: Any) => unknown): void {
  for (const each of list) change(each);
}

/** Changes the document of responses in place. */
export function document(which: Which, change: (document: Any, request: Request) => unknown): Sabotage['handle'] {
  return async (request, forward) => {
    const response = await forward(request.clone() as Request);
    const text = await response.text();
    if (!which(request) || text === '') return remade(response, text);
    const parsed = JSON.parse(text);
    change(parsed, request);
    return remade(response, JSON.stringify(parsed));
  };
}

/** Changes the documents of successful responses. */
export const goodDocument = (which: Which, change: (document: Any, request: Request) => unknown): Sabotage['handle'] =>
  document(which, (parsed, request) => parsed.errors === undefined && change(parsed, request));

/** Changes the documents of errors. */
export const errorDocument = (change: (errors: Any[], document: Any) => unknown): Sabotage['handle'] =>
  document(
    () => true,
    (parsed) => {
      if (parsed.errors !== undefined) change(parsed.errors, parsed);
    },
  );

/** Changes the status of responses with a status. */
export function status(which: Which, from: number, to: number): Sabotage['handle'] {
  return async (request, forward) => {
    const response = await forward(request);
    const text = await response.text();
    return which(request) && response.status === from ? remade(response, text, undefined, to) : remade(response, text);
  };
}

/** Changes headers of responses. */
export function headers(which: Which, change: (headers: Headers, response: Response) => void): Sabotage['handle'] {
  return async (request, forward) => {
    const response = await forward(request);
    const text = await response.text();
    return remade(response, text, (fields) => which(request) && change(fields, response));
  };
}

/** A request with another URL, headers or body. */
export async function changed(
  request: Request,
  {
    url = request.url,
    body,
    set = {},
    method = request.method,
  }: { readonly url?: string; readonly body?: string; readonly set?: Record<string, string>; readonly method?: string },
): Promise<Request> {
  const fields = new Headers(request.headers);
  for (const [name, value] of Object.entries(set)) fields.set(name, value);
  const text = body ?? (await request.clone().text());
  return new Request(url, {
    method,
    headers: fields,
    ...(method === 'GET' || method === 'HEAD' || text === '' ? {} : { body: text }),
  });
}

/** Changes requests before the server sees them, so that it ignores a part. */
export function asked(
  which: Which,
  change: (request: Request) => Parameters<typeof changed>[1] | Promise<Parameters<typeof changed>[1]>,
): Sabotage['handle'] {
  return async (request, forward) => forward(which(request) ? await changed(request, await change(request)) : request);
}

/** Changes the JSON of requests before the server sees it. */
export function askedJson(which: Which, change: (body: Any) => Any): Sabotage['handle'] {
  return async (request, forward) => {
    const text = await request.clone().text();
    if (!which(request) || text === '') return forward(request);
    try {
      const parsed = JSON.parse(text);
      return forward(await changed(request, { body: JSON.stringify(change(parsed) ?? parsed) }));
    } catch {
      return forward(request);
    }
  };
}

/** Takes query parameters out of requests, so that the server ignores them. */
export function ignoring(which: Which, parameter: RegExp): Sabotage['handle'] {
  return asked(which, (request) => {
    const url = new URL(request.url);
    for (const name of [...url.searchParams.keys()]) if (parameter.test(name)) url.searchParams.delete(name);
    return { url: url.href };
  });
}

/** Responds in place of the server. */
export function instead(
  which: Which,
  make: (request: Request, forward: Forward) => Promise<Response | undefined>,
): Sabotage['handle'] {
  return async (request, forward) =>
    which(request) ? ((await make(request, forward)) ?? forward(request)) : forward(request);
}

export const media = 'application/vnd.api+json';

/** A response with a document. */
export function reply(code: number, body: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status: code,
    headers: { 'content-type': media, vary: 'Accept' },
  });
}

/** The resources of primary data. */
export function listed(parsed: Any): Any[] {
  return Array.isArray(parsed.data) ? parsed.data : parsed.data ? [parsed.data] : [];
}
