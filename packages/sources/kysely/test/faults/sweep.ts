import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { atomicOperations, createServer, cursorPagination, idempotencyKeys, type Server } from '@linkage/server';
import { findLeak } from '../../../../core/test/leak-markers.ts';
import type { Kind, When } from './fault.ts';
import { api, type FaultWorld, faultWorlds } from './fault-world.ts';
import type { Feature, Scenario } from './scenarios.ts';

/** The part of a response that is compared. */
interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the document has not arrived completely. */
  readonly text: string | undefined;
}

type Rule = (...given: readonly never[]) => unknown;

/** Access rules and hooks whose calls can fail. */
function rulesOf({ fault }: FaultWorld, features: readonly Feature[]): object {
  const counted =
    (name: string, result: unknown): Rule =>
    () =>
      fault.run(name, () => result);
  const hook = { before: counted('before', undefined), after: counted('after', undefined) };
  const writes = { create: hook, update: hook, delete: hook, updateRelationship: hook };
  const allow = { create: counted('create rule', true), update: counted('update rule', true) };
  const visible = [{ field: 'reference', values: ['A-1', 'B-1'] }];
  return {
    ...(features.includes('hooks') ? { hooks: { orders: writes, lines: writes } } : {}),
    ...(features.includes('access')
      ? {
          defaultAccess: 'allow',
          access: {
            orders: { ...allow, read: counted('read rule', visible), delete: counted('delete rule', true) },
            lines: {
              ...allow,
              fields: counted('fields rule', { except: [] }),
              updateRelationship: counted('updateRelationship rule', true),
            },
            labels: { delete: counted('delete rule', false) },
          },
        }
      : {}),
  };
}

/** A server that handles one request at once, so that a place that is not freed is noticed. */
function serve(world: FaultWorld, features: readonly Feature[] = [], onError: () => void = () => undefined): Server {
  const { sources, store, fault } = world;
  return createServer(api, sources, {
    context: () => fault.run('context', () => 'user'),
    extensions: [atomicOperations()],
    limits: { concurrency: 1, queue: 0 },
    onError,
    ...(features.includes('cursors')
      ? { profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })] }
      : {}),
    ...(features.includes('keys') ? { idempotency: { keys: idempotencyKeys({ store }), user: () => 'user' } } : {}),
    ...(features.includes('stream') ? { stream: { lines: true } } : {}),
    ...rulesOf(world, features),
  } as object);
}

/** Own members, which hide properties of `Object.prototype`. */
const nothing = {
  body: undefined,
  stream: undefined,
  headers: {},
  features: [],
  ifMatch: undefined,
  nextOf: undefined,
};

async function ask(server: Server, asked: Scenario, signal?: AbortSignal): Promise<Outcome> {
  const scenario: Scenario = { ...nothing, ...asked };
  const [method = '', url = ''] = scenario.line.split(' ');
  const body = scenario.body === undefined ? {} : { body: JSON.stringify(scenario.body) };
  const own = signal === undefined ? {} : { signal };
  const request = { method, url, headers: scenario.headers ?? {}, canStream: true, ...body, ...own };
  const response = { ...nothing, ...(await server.handle(request)) };
  const { status, headers, stream } = response;
  let text: string | undefined = response.body ?? '';
  try {
    for await (const chunk of stream ?? []) text += chunk;
  } catch {
    // The host closes the connection, so the client knows that the document is not complete.
    text = undefined;
  }
  return { status, headers, text };
}

/** Completes a scenario: reads the entity tag or the link that it needs. */
async function prepared(world: FaultWorld, asked: Scenario): Promise<Scenario> {
  const scenario: Scenario = { ...nothing, ...asked };
  const { ifMatch, nextOf, headers } = scenario;
  const server = serve(world, scenario.features);
  if (ifMatch !== undefined) {
    const { headers: fields } = await ask(server, { name: '', line: `GET ${ifMatch}`, status: 200 });
    return { ...scenario, headers: { ...headers, 'if-match': String(fields['ETag']) } };
  }
  if (nextOf === undefined) return scenario;
  const { text = '' } = await ask(server, { name: '', line: `GET ${nextOf}`, status: 200 });
  return { ...scenario, line: `GET ${JSON.parse(text).links.next.href}` };
}

/** Ids that a transaction took are not used again after its rollback. Versions depend on ids. */
function withoutNewIds(text: string): string {
  return text.replaceAll(/(["/])[3-9](?=["/\\])/g, '$1N').replaceAll(/[\da-f]{16}-/g, 'VERSION-');
}

function sameOutcome({ status, headers, text }: Outcome): string {
  const { ETag: _, 'Idempotency-Replayed': __, ...others } = headers;
  return withoutNewIds(JSON.stringify([status, others, text]));
}

/** Whether code belongs to a request of a sweep. */
const counting = new AsyncLocalStorage<true>();

/** Counts the timers that a function starts and that do not end while it runs. */
async function openTimers(run: () => Promise<void>): Promise<number> {
  const timers = new Set<number>();
  const hook = createHook({
    init: (asyncId, type) => void (type === 'Timeout' && counting.getStore() === true && timers.add(asyncId)),
    destroy: (asyncId) => void timers.delete(asyncId),
  }).enable();
  try {
    await counting.run(true, run);
    // `destroy` is called later.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    hook.disable();
  }
  return timers.size;
}

/** The states before and after the request, and its response, without a fault. */
interface Expected {
  readonly before: string;
  readonly after: string;
  readonly outcome: Outcome;
  readonly calls: readonly string[];
}

async function expectedOf(place: keyof typeof faultWorlds, scenario: Scenario): Promise<Expected> {
  const world = await faultWorlds[place]();
  const before = withoutNewIds(await world.dump());
  const request = await prepared(world, scenario);
  const server = serve(world, scenario.features);
  world.fault.arm(0, 'before', () => undefined);
  const outcome = await ask(server, request);
  const calls = world.fault.disarm();
  const after = withoutNewIds(await world.dump());
  await world.close();
  return { before, after, outcome, calls };
}

/** Returns the response to a scenario without a fault. */
export async function answerOf(place: keyof typeof faultWorlds, scenario: Scenario): Promise<string> {
  return sameOutcome((await expectedOf(place, scenario)).outcome);
}

/** Checks the response to a request during which a call failed. */
function* wrongAnswers(outcome: Outcome, expected: Expected, kind: Kind, errors: number): Generator<string> {
  const { status, headers, text } = outcome;
  const shown = JSON.stringify([status, headers, text]);
  const leak = findLeak(shown);
  if (leak !== undefined) yield `leaks ${leak} in ${shown}`;
  if (sameOutcome(outcome) === sameOutcome(expected.outcome)) return;
  if (kind === 'busy') yield `a statement that could run again became ${shown}`;
  // A stream that fails later has sent its status.
  if (text === undefined) {
    if (kind === 'unknown' && errors !== 1) yield `a broken stream, and ${errors} calls of onError`;
    return;
  }
  const allowed = kind === 'unavailable' ? [500, 503] : [500];
  if (!allowed.includes(status)) yield `status ${status}`;
  if (text === '' || expected.outcome.text === '') return;
  const [error] = JSON.parse(text).errors;
  const members = Object.keys(error).sort().join();
  if (status === 500 && members !== 'code,detail,id,status,title') yield `the members ${members}`;
  if (status === 500 && errors < 1) yield `${errors} calls of onError`;
}

/** Lets one call fail, and returns everything that is wrong then. */
async function failOnce(
  place: keyof typeof faultWorlds,
  scenario: Scenario,
  expected: Expected,
  { number, when, kind }: { readonly number: number; readonly when: When; readonly kind: Kind },
): Promise<readonly string[]> {
  const world = await faultWorlds[place]();
  const problems: string[] = [];
  const call = expected.calls[number - 1] ?? '';
  try {
    const request = await prepared(world, scenario);
    let errors = 0;
    const server = serve(world, scenario.features, () => void errors++);
    const { signal } = new AbortController();
    let outcome: Outcome = { status: 0, headers: {}, text: '' };
    const timers = await openTimers(async () => {
      world.fault.arm(number, when, world.errors[kind] as () => unknown);
      outcome = await ask(server, request, signal);
      world.fault.disarm();
    });
    problems.push(...wrongAnswers(outcome, expected, kind, errors));
    if (timers > 0) problems.push(`${timers} timers are left`);
    const listeners = getEventListeners(signal, 'abort').length;
    if (listeners > 0) problems.push(`${listeners} listeners are left`);
    if (when !== 'from then on' && world.isInTransaction()) problems.push('a transaction is open');
    const state = withoutNewIds(await world.dump());
    if (world.isInTransaction()) problems.push('a transaction stays open');
    const isDone = state === expected.after && outcome.status < 400;
    const isCommitted = when !== 'before' || outcome.status < 400;
    if (state !== expected.before && state !== expected.after) problems.push(`half done: ${state}`);
    if (outcome.status < 400 && !isDone) problems.push(`confirmed, but not stored: ${state}`);
    if (state !== expected.before && !isCommitted) problems.push(`failed with ${outcome.status}, but stored`);
    // The next request: the same again, unless its effect is stored and it has no key.
    const isKeyed = scenario.features?.includes('keys') === true;
    const isStored = expected.before !== expected.after && state === expected.after;
    if (!isStored || isKeyed) {
      const next = await ask(server, request);
      const end = withoutNewIds(await world.dump());
      // A store that cannot release a key keeps it in use until the lease ends.
      const canStay = when === 'from then on' || /abandon|^delete from "idempotency_key" where "user"/.test(call);
      const isKept = isKeyed && canStay && next.status === 409 && end === state;
      if (!isKept && sameOutcome(next) !== sameOutcome(expected.outcome))
        problems.push(`the next request: ${JSON.stringify(next)}`);
      if (!isKept && end !== expected.after) problems.push(`after the next request: ${end}`);
    } else {
      const { status } = await ask(server, { name: '', line: 'GET /orders?include=lines', status: 200 });
      if (status !== 200) problems.push(`the next request: ${status}`);
    }
  } finally {
    await world.close();
  }
  return problems.map((problem) => `${place}, ${scenario.name}, call ${number} ${when}, ${kind}: ${problem}`);
}

/** The figures of a sweep. */
export interface SweepResult {
  readonly calls: number;
  readonly faults: number;
  readonly problems: readonly string[];
}

const times: readonly When[] = ['before', 'after', 'from then on'];

/** When each kind of failure occurs. A database that was busy for a moment has not carried out anything. */
const plan: Readonly<Record<Kind, readonly When[]>> = { unknown: times, unavailable: times, busy: ['before'] };

/** Rules and hooks do not have the errors of a driver. */
const isOfApplication = (call: string | undefined): boolean => / rule$|^before$|^after$|^context$/.test(call ?? '');

/**
 * Sends a request once for each of its calls, each kind of failure, and each time: every time another call fails.
 *
 * @param size With `short`, unexpected and known failures take turns from call to call.
 */
export async function sweep(
  place: keyof typeof faultWorlds,
  scenario: Scenario,
  size: 'short' | 'whole' = 'whole',
): Promise<SweepResult> {
  const expected = await expectedOf(place, scenario);
  const status = place === 'memory' ? (scenario.inMemory ?? scenario.status) : scenario.status;
  const problems: string[] = [];
  if (expected.outcome.status !== status)
    problems.push(`${place}, ${scenario.name}: ${JSON.stringify(expected.outcome)}`);
  let faults = 0;
  for (const kind of Object.keys(plan) as readonly Kind[]) {
    if (place === 'memory' && kind === 'busy') continue;
    for (let number = 1; number <= expected.calls.length; number++) {
      if (kind === 'busy' && isOfApplication(expected.calls[number - 1])) continue;
      if (size === 'short' && kind === (number % 2 === 0 ? 'unknown' : 'unavailable')) continue;
      for (const when of plan[kind]) {
        faults++;
        problems.push(...(await failOnce(place, scenario, expected, { number, when, kind })));
      }
    }
  }
  return { calls: expected.calls.length, faults, problems };
}
