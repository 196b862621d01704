import { lowered } from '../gateway/gateway.ts';
import type { Marks } from '../gateway/marks.ts';
import type { OwnResource } from '../gateway/tracked.ts';
import { isObject } from '../json.ts';
import { type Answer, answerOf, type Exchange, type SentRequest, shortened } from '../target/exchange.ts';
import { fail, undecided } from './verdict.ts';
import type { World } from './world.ts';

/** The placeholder for a new text in strings of samples. */
const placeholders: readonly (readonly [name: string, next: (marks: Marks) => string])[] = [
  ['{unique}', ({ unique }) => unique()],
  ['{uuid}', ({ uuid }) => uuid()],
  ['{date-time}', ({ moment }) => moment().toISOString()],
  ['{date}', ({ moment }) => moment().toISOString().slice(0, 10)],
  ['{time}', ({ moment }) => moment().toISOString().slice(11, 19)],
];

/** Returns a copy of a sample value in which placeholders are replaced with new strings, and the string `{number}` with a new number. */
function fillIn<Value>(value: Value, marks: Marks): Value {
  return filled(value, marks) as Value;
}

function filled(value: unknown, marks: Marks): unknown {
  if (value === '{number}') return marks.number();
  if (typeof value === 'string') {
    return placeholders.reduce((text, [name, next]) => text.replaceAll(name, () => next(marks)), value);
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, marks));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, marks)]));
}

export const MEDIA_TYPE = 'application/vnd.api+json';

/** Headers and body of a request. */
export interface RequestInput {
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** A string is sent as it is, another value as JSON. */
  readonly body?: unknown;
}

/** The functions that a case works with. Each case has its own tester, which records the exchanges of the case. */
export interface Tester {
  readonly world: World;
  readonly exchanges: Exchange[];
  /** Sends a request. Ends the case as failed if the server does not respond, and as undecided if the request could do harm. */
  readonly send: (method: string, url: string, input?: RequestInput) => Promise<Answer>;
  readonly get: (url: string, headers?: RequestInput['headers']) => Promise<Answer>;
  /** Sends a GET that other checks build on. Ends the case as undecided unless the answer is 200 with a document. */
  readonly fetchDocument: (url: string) => Promise<Answer>;
  /** Returns the resource that a create request made. Ends the case as undecided if it may have been there before. */
  readonly madeBy: (answer: Answer) => OwnResource;
  /** Returns a sample value with new unique strings. */
  readonly fill: <Value>(value: Value) => Value;
  /** Returns a string that no resource has as its id. */
  readonly unknownId: (like?: unknown) => string;
}

function headersOf(world: World, { headers = {}, body }: RequestInput): Readonly<Record<string, string>> {
  const usual = {
    accept: MEDIA_TYPE,
    ...(body === undefined ? {} : { 'content-type': MEDIA_TYPE }),
    ...lowered(world.samples.headers ?? {}),
    ...lowered(headers),
  };
  const given = Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given);
}

/** Statuses by which a server says nothing about the requirement of a case. */
const reasons: ReadonlyMap<number, string> = new Map([
  [401, 'the server requires other credentials'],
  [428, 'the server requires a precondition, but shows no entity tag'],
  [429, 'the server accepts no more requests now'],
  [502, 'a proxy got no response from the server'],
  [503, 'the server is not available now'],
  [504, 'a proxy got no response from the server in time'],
]);

/**
 * Creates the tester of one case.
 *
 * @param signal When it aborts, the tests send no more requests. What deletes resources has none.
 */
export function createTester(world: World, exchanges: Exchange[] = [], signal?: AbortSignal): Tester {
  const { gateway } = world;
  const { marks } = gateway;
  const send: Tester['send'] = async (method, url, input = {}) => {
    if (signal?.aborted === true) undecided('The run was ended.');
    const { body } = input;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const request: SentRequest = { method, url, headers: headersOf(world, input), body: text };
    const exchange = await gateway.send(request);
    exchanges.push(shortened(exchange));
    // The limits are those of the tests, not of the specification.
    if (exchange.isCostly) undecided(`${method} ${url}: ${exchange.failure}.`);
    if (exchange.response === undefined) fail('an HTTP response', `there was none (${exchange.failure})`);
    // A GET can have been redirected to the URL with or without a slash.
    const answer = answerOf(method === 'GET' ? exchange.request : request, exchange.response);
    const isRedirect = answer.status > 300 && answer.status < 400 && answer.status !== 304;
    const known = isRedirect ? 'the tests follow no redirect to another place' : reasons.get(answer.status);
    const reason = world.types.length === 0 ? undefined : known;
    if (reason !== undefined) undecided(`${method} ${url} returned ${answer.status}: ${reason}.`);
    return answer;
  };
  const get: Tester['get'] = (url, headers) => send('GET', url, { headers });
  return {
    world,
    exchanges,
    send,
    get,
    async fetchDocument(url) {
      const answer = await get(url);
      if (answer.status !== 200) undecided(`GET ${url} returned ${answer.status}, so there is nothing to look at.`);
      if (!isObject(answer.document)) undecided(`GET ${url} did not return a JSON object.`);
      return answer;
    },
    madeBy: ({ request }) => gateway.madeBy(request),
    fill: (value) => fillIn(value, marks),
    // Ids must keep their form, such as that of an integer column, or a 404 could become a 400.
    unknownId: (like) => {
      if (/^\d+$/.test(String(like ?? '1'))) return marks.madeUp('2147480001');
      const uuid = crypto.randomUUID();
      if (/^[\da-f]{8}-[\da-f]{4}-/i.test(String(like))) return marks.madeUp(uuid);
      const isObjectId = /^[\da-f]{24}$/i.test(String(like));
      return marks.madeUp(isObjectId ? uuid.replaceAll('-', '').slice(-24) : `missing-${marks.unique()}`);
    },
  };
}
