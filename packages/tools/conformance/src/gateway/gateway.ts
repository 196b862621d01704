import type { TypeFacts } from '../facts/type-facts.ts';
import { isObject } from '../json.ts';
import { undecided } from '../run/verdict.ts';
import type { Samples } from '../samples/samples.ts';
import { type Answer, answerOf, type Exchange, type SentRequest } from '../target/exchange.ts';
import { openTarget, type Target } from '../target/target.ts';
import { createAllowedUrls } from './allowed-urls.ts';
import { createMarks, type Marks } from './marks.ts';
import { noteCreated } from './note-created.ts';
import { mayBeSamePlace, placeOf } from './paths.ts';
import { createPatience, type Wait } from './patience.ts';
import { methodOf, rejectionOf } from './rejection.ts';
import { noteSilent, sendingOf } from './sending.ts';
import { createSilence } from './silence.ts';
import { type GatewayState, isGone } from './state.ts';
import { noteDeleted, noteSeen, type OwnResource, ownAt, type Tracked, trackResources } from './tracked.ts';

/** The requests that the user allows beyond reads of the base URL and changes of resources that the tests created. */
export interface GatewayOptions {
  /** More URLs whose links are followed, such as `https://api.example.com`. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Sends methods that could destroy a collection. */
  readonly destructive?: boolean | undefined;
  /** Sends only GET, HEAD, and OPTIONS. */
  readonly readOnly?: boolean | undefined;
  /** Milliseconds for one response with its body. */
  readonly timeout?: number | undefined;
  /** Called before the run waits, because the server responded with 429 or 503 and `Retry-After`. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** The only way from the tests to a server. Every request of every case passes through it, and it rejects what could do harm. */
export interface Gateway {
  readonly baseUrl: string;
  /** Sends a request, or ends the case as undecided with the reason why it is not sent. */
  readonly send: (request: SentRequest) => Promise<Exchange>;
  /** Whether a link can be followed. A link to elsewhere is reported. */
  readonly follows: (url: string) => boolean;
  /** The resource that a create request made. Ends the case as undecided if it is not proved to be the tests'. */
  readonly madeBy: (request: SentRequest) => OwnResource;
  readonly tracked: Tracked;
  readonly marks: Marks;
  /** The links that led elsewhere: the first to each place. */
  readonly outside: () => readonly string[];
  /** Tells the types when they are known. */
  readonly declare: (types: readonly TypeFacts[]) => void;
  /** Sends requests again after the server did not respond, to clean up. */
  readonly tryAgain: () => void;
  /** Called with each exchange, those of the gateway included. */
  onExchange: (exchange: Exchange) => void;
}

/** Creates the gateway of a run. */
export function createGateway(target: Target, samples: Samples, options: GatewayOptions = {}): Gateway {
  const { allowOrigins = [], destructive = false, readOnly = false, timeout, onWait = () => undefined } = options;
  const transport = openTarget(target, timeout);
  const silence = createSilence();
  const patience = createPatience(transport.send, onWait);
  const headers = { accept: 'application/vnd.api+json', ...lowered(samples.headers ?? {}) };
  const exchangeOf = async (request: SentRequest): Promise<Exchange> => {
    const exchange = await sendOnce(request);
    const moved = request.method === 'GET' ? movedBySlash(exchange) : undefined;
    return moved === undefined || !state.allowedUrls.contains(moved) ? exchange : sendOnce({ ...request, url: moved });
  };
  const sendOnce = async (request: SentRequest): Promise<Exchange> => {
    const exchange = await patience.send({ ...request, url: state.allowedUrls.withScheme(request.url) });
    silence.note(exchange);
    gateway.onExchange(exchange);
    const location = exchange.response?.headers['location'];
    const isRedirect = (exchange.response?.status ?? 0) >= 300 && URL.canParse(location ?? '', request.url);
    if (location !== undefined && isRedirect) state.allowedUrls.follows(new URL(location, request.url).href);
    return exchange;
  };
  const look: GatewayState['look'] = async (method, url) => {
    const request = { method, url, headers };
    const { response, request: sent } = await exchangeOf(request);
    return response === undefined ? undefined : answerOf(sent, response);
  };
  const state: GatewayState = {
    baseUrl: transport.baseUrl,
    samples,
    allowedUrls: createAllowedUrls(transport.baseUrl, allowOrigins),
    tracked: trackResources(),
    marks: createMarks(),
    isReadOnly: readOnly,
    isDestructive: destructive,
    types: [],
    allowed: new Map(),
    look,
    made: new WeakMap(),
    requiresMatch: false,
  };
  const gateway: Gateway = {
    baseUrl: transport.baseUrl,
    async send(request) {
      const rejection =
        patience.rejection() ??
        (await silence.rejectionOf(request, look, state.baseUrl)) ??
        (await rejectionOf(state, request));
      if (rejection !== undefined) undecided(rejection);
      const sending = sendingOf(state, request);
      if (sending !== undefined) state.tracked.sending.add(sending);
      try {
        const exchange = await sendWithMatch(state, request, exchangeOf);
        if (exchange.response === undefined) noteSilent(state, exchange);
        else await note(state, answerOf(request, exchange.response));
        return exchange;
      } finally {
        if (sending !== undefined) state.tracked.sending.delete(sending);
      }
    },
    follows: state.allowedUrls.follows,
    madeBy(request) {
      const made = state.made.get(request) ?? 'The request created no resource.';
      return typeof made === 'string' ? undecided(made) : made;
    },
    tracked: state.tracked,
    marks: state.marks,
    outside: state.allowedUrls.outside,
    declare(types) {
      state.types = types;
    },
    tryAgain() {
      silence.forget();
      patience.forget();
    },
    onExchange: () => undefined,
  };
  return gateway;
}

/** Returns the URL that a redirect leads to, if it differs only in slashes; undefined otherwise. */
function movedBySlash({ request: { url }, response }: Exchange): string | undefined {
  const location = response?.headers['location'];
  if (location === undefined || response === undefined || response.status < 300 || response.status >= 400)
    return undefined;
  const target = URL.canParse(location, url) ? new URL(location, url).href : url;
  return target !== url && mayBeSamePlace(target, url) ? target : undefined;
}

const needsMatch = (request: SentRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(methodOf(request)) && request.headers['if-match'] === undefined;

/** Sends a request, with the current entity tag in `If-Match` if the server requires one (428). */
async function sendWithMatch(
  state: GatewayState,
  request: SentRequest,
  send: (request: SentRequest) => Promise<Exchange>,
): Promise<Exchange> {
  const isFirst = !state.requiresMatch || !needsMatch(request) || ownAt(state.tracked, request.url) === undefined;
  const exchange = isFirst ? await send(request) : undefined;
  if (exchange !== undefined && (exchange.response?.status !== 428 || !needsMatch(request))) return exchange;
  state.requiresMatch = true;
  const etag = (await state.look('GET', request.url))?.headers['etag'];
  if (etag === undefined) return exchange ?? send(request);
  return { ...(await send({ ...request, headers: { ...request.headers, 'if-match': etag } })) };
}

/** Returns headers with their names in lower case. */
export function lowered<Value>(headers: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Notes what a response says about resources: first whose they are, then that they were seen. */
async function note(state: GatewayState, answer: Answer): Promise<void> {
  const { request, status, document } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && methodOf(request) === 'DELETE') await noteDeletion(state, answer);
  else if (isSuccess && request.method !== 'GET') {
    await noteCreated(state, answer);
    await noteUpserted(state, answer);
  }
  noteSeen(state.tracked, document, state.marks);
}

async function noteDeletion(state: GatewayState, { request: { url }, status }: Answer): Promise<void> {
  const own = ownAt(state.tracked, url);
  if (own === undefined || placeOf(own.url) !== placeOf(url)) return;
  const isTrusted = state.tracked.trials.get(own.type)?.deletes === true;
  if (isTrusted || (await isGone(state, url))) noteDeleted(state.tracked, own);
  else
    state.tracked.kept.set(JSON.stringify([own.type, own.id]), `DELETE returned ${status}, but GET still returns it.`);
}

/** An update of a resource that did not exist can create it. GET returned 404 before, so it is the tests'. */
async function noteUpserted(state: GatewayState, { request }: Answer): Promise<void> {
  const { tracked, look, types } = state;
  const { url } = request;
  if (methodOf(request) === 'POST' || ownAt(tracked, url) !== undefined) return;
  const type = types.find(({ collection }) => placeOf(url).startsWith(`${placeOf(collection)}/`));
  const found = type === undefined ? undefined : (await look('GET', url))?.document?.data;
  if (type === undefined || !isObject(found) || typeof found['id'] !== 'string') return;
  const { id } = found;
  if (!tracked.seen.has(JSON.stringify([type.name, id]))) {
    tracked.own.set(JSON.stringify([type.name, id]), { type: type.name, id, url, resource: found });
  }
}
