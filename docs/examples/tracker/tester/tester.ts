/** Sends the requests of a chapter, one after the other or several at once, and says what each of them gives. */
import { validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import type { FastifyInstance } from 'fastify';

/** The other parts of a request, and what is expected of its document. */
export interface More {
  readonly data?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps the answer under a name: `{name}` is then its id, and `{name.etag}` its tag, in later requests and in what they give. */
  readonly keep?: string;
  /** How often the request is sent at the same time. What it gives is sorted. */
  readonly times?: number;
  /** Another request at the same time. */
  readonly beside?: Step;
  readonly matches?: object;
  /** A string that the answer must not contain. */
  readonly lacks?: string;
}

/** A session, a request, and what it gives: the status, then the ids of the primary data, or the codes of errors with their sources. */
export type Step = readonly [by: string, request: string, gives: string, more?: More];

/** Resources that depend on each other begin with a new database. */
export type Chapters = Readonly<Record<string, readonly Step[]>>;

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
type Document = any;
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly document: Document;
}

const media = 'application/vnd.api+json';
const atomic = `${media};ext="${atomicExtension.uri}"`;

/** Replaces `{name}` and `{name.etag}` in every string of a value. */
function filledIn(value: unknown, kept: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return [...kept].reduce((text, [name, it]) => text.replaceAll(`{${name}}`, it), value);
  if (Array.isArray(value)) return value.map((it) => filledIn(it, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, filledIn(it, kept)]));
}

const sourceOf = ({ pointer, parameter, header }: Readonly<Record<string, string>> = {}) =>
  pointer ?? parameter ?? header;

/** Summarizes an answer in one line, with the names of kept resources in place of their ids. */
function summaryOf({ status, document }: Answer, kept: ReadonlyMap<string, string>): string {
  const names = new Map(
    [...kept].filter(([name, id]) => !name.includes('.') && id.length > 1).map(([name, id]) => [id, `{${name}}`]),
  );
  const results = document?.['atomic:results']?.map(({ data }: Document) => data ?? { id: '-' });
  const shown = [results ?? document?.data ?? []].flat().map(({ id }: Document) => names.get(id) ?? id);
  const errors = (document?.errors ?? []).map(({ code, source }: Document) =>
    [code, sourceOf(source)].filter(Boolean).join(' '),
  );
  return [status, shown.join(), errors.join(', ')].filter((it) => it !== '').join(' ');
}

export interface Tester {
  readonly app: FastifyInstance;
  /** Called with each exchange: the tests compare it with the OpenAPI document. */
  readonly problemOf: (exchange: object) => string | undefined;
}

/** Sends one request. */
export async function send(
  { app, problemOf }: Tester,
  [by, request, , more = {}]: Step,
  kept: ReadonlyMap<string, string> = new Map(),
): Promise<Answer> {
  const [line, headers, data, body] = filledIn([request, more.headers ?? {}, more.data, more.body], kept) as [
    string,
    Readonly<Record<string, string>>,
    unknown,
    unknown,
  ];
  const [, method = '', url = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  const type = url.startsWith('/operations') ? atomic : media;
  const payload = data === undefined ? body : { data };
  const sent = payload === undefined && method === 'POST' ? {} : payload;
  const response = await app.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: {
      accept: type,
      ...(by === '' ? {} : { authorization: `Bearer ${by}` }),
      ...(sent === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  const { statusCode: status, payload: text } = response;
  const document = text === '' ? undefined : JSON.parse(text);
  if (document !== undefined) {
    const extensions = type === atomic ? [atomicExtension] : [];
    const { issues = [] } = validateDocument(document, { as: 'response', extensions });
    if (issues.length > 0) throw new Error(`${line}: ${issues.map(({ message }) => message).join()}`);
  }
  const contentType = response.headers['content-type'];
  const problem = problemOf({ method, url, status, contentType, body: text });
  if (problem !== undefined) throw new Error(`${line}: ${problem}`);
  return { status, headers: response.headers, text, document };
}

function keep(name: string, { headers, document }: Answer, kept: Map<string, string>): void {
  const resource = document?.data ?? {};
  const values = {
    etag: headers['etag'],
    tag: [resource].flat().at(0)?.meta?.etag,
    next: document?.links?.next?.href,
    cursor: resource.at?.(-1)?.meta?.page?.cursor,
  };
  if (typeof resource.id === 'string') kept.set(name, resource.id);
  for (const [result, { data }] of (document?.['atomic:results'] ?? []).entries())
    if (data) kept.set(`${name}${result}`, data.id);
  for (const [member, value] of Object.entries(values))
    if (typeof value === 'string') kept.set(`${name}.${member}`, value.replace(/^\/api/, ''));
}

/** Runs a step: sends its requests, and returns what they give, and the document of the first. */
export async function run(tester: Tester, step: Step, kept: Map<string, string>) {
  const [, , , { times = 1, beside, keep: name } = {}] = step;
  const steps = [...Array.from({ length: times }, () => step), ...(beside === undefined ? [] : [beside])];
  const answers = await Promise.all(steps.map((it) => send(tester, it, kept)));
  const first = answers.find(({ status }) => status < 300) ?? answers[0];
  if (name !== undefined && first !== undefined) keep(name, first, kept);
  const gives = answers.map((it) => summaryOf(it, kept));
  return { gives: steps.length === 1 ? gives[0] : gives.sort().join(' | '), document: first?.document, answers };
}

const resource = (type: string, attributes: object, relationships: Readonly<Record<string, unknown>> = {}) => ({
  type,
  attributes,
  relationships: Object.fromEntries(Object.entries(relationships).map(([name, data]) => [name, { data }])),
});
export const issue = (title: string, project = '1', more: Readonly<Record<string, unknown>> = {}) =>
  resource('issues', { title }, { project: { type: 'projects', id: project }, ...more });
export const comment = (body: string, of: string) =>
  resource('comments', { body }, { issue: { type: 'issues', id: of } });
export const change = (type: string, id: string, attributes: object = {}, relationships = {}) => ({
  ...resource(type, attributes, relationships),
  id,
});
export const ids = (type: string, ...all: readonly string[]) => all.map((id) => ({ type, id }));
export { resource };
