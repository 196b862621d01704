/** Answers the requests of the explorer to its API in a worker: the site has no server. Runs before the script of the explorer. */

/** A request to the worker. */
export interface DemoRequest {
  readonly id: number;
  /** The paths of the API and of its description. */
  readonly api: string;
  readonly description: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of the worker. */
export interface DemoAnswer {
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const { api, description } = JSON.parse(document.body.dataset['options'] ?? '{}') as Record<
  'api' | 'description',
  string
>;
const worker = new Worker(document.body.dataset['server'] ?? '', { type: 'module' });
const waiting = new Map<number, (answer: DemoAnswer) => void>();
worker.onmessage = ({ data }: MessageEvent<DemoAnswer>) => {
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
};

const sendToHost = globalThis.fetch;
let count = 0;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !`${pathname}/`.startsWith(`${api}/`)) return sendToHost(input, init);
  const id = ++count;
  const headers = Object.fromEntries(request.headers);
  const body = await request.text();
  const answer = new Promise<DemoAnswer>((resolve) => waiting.set(id, resolve));
  worker.postMessage({
    id,
    api,
    description,
    method: request.method,
    url: pathname + search,
    headers,
    body,
  } satisfies DemoRequest);
  const { status, headers: fields, body: text } = await answer;
  return new Response(text, { status, headers: fields });
};
