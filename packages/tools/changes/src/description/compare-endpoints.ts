import type { EndpointDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { compareCollection } from './compare-collection.ts';
import { compareValue } from './compare-value.ts';
import { compareEntries, compareNames } from './names.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

/** Adds the changes of endpoints. An endpoint is a method of a URL, whatever its parameters are called. */
export function compareEndpoints(
  before: readonly EndpointDescription[],
  after: readonly EndpointDescription[],
  pointer: string,
  versions: Versions,
  report: Report,
): void {
  compareEntries(byRoute(before), byRoute(after), {
    removed: (_, [index, endpoint]) => {
      const message = `${endpoint.method} ${endpoint.path} was removed.`;
      report.add('endpoint-removed', below(pointer, index), message, { before: endpoint });
    },
    added: (_, [index, endpoint]) => {
      report.add('endpoint-added', below(pointer, index), `${endpoint.method} ${endpoint.path} was added.`, {
        after: endpoint,
      });
    },
    both: (_, [, was], [index, is]) => {
      compareEndpoint(was, is, below(pointer, index), report);
      compareCollection(was, is, below(pointer, index), report);
      compareAction(was, is, `${below(pointer, index)}/action`, versions, report);
    },
  });
}

function byRoute(
  endpoints: readonly EndpointDescription[],
): ReadonlyMap<string, readonly [number, EndpointDescription]> {
  return new Map(
    endpoints.map((endpoint, index) => [
      `${endpoint.method} ${endpoint.path.replace(/\{[^{}]*\}/g, '{}')}`,
      [index, endpoint],
    ]),
  );
}

function compareEndpoint(
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  report: Report,
): void {
  const { add } = report;
  const name = `${after.method} ${after.path}`;
  if (before.name !== after.name) {
    const message = `The operation of ${name} is "${after.name}", instead of "${before.name}".`;
    add('endpoint-renamed', `${pointer}/name`, message, { before: before.name, after: after.name });
  }
  if (before.document !== after.document) {
    const message = `Requests to ${name} must contain another document.`;
    add('request-document-changed', `${pointer}/document`, message, { before: before.document, after: after.document });
  }
  compareNames(before.families, after.families, {
    removed: (family) =>
      add('query-family-removed', `${pointer}/families`, `${name} no longer accepts \`${family}\`.`, {
        before: family,
      }),
    added: (family) =>
      add('query-family-added', `${pointer}/families`, `${name} accepts \`${family}\`.`, { after: family }),
  });
  compareStatuses(name, before.statuses, after.statuses, `${pointer}/statuses`, report);
  compareHeader('ifMatch', before, after, pointer, report);
  compareHeader('idempotencyKey', before, after, pointer, report);
  if (before.extension === after.extension) return;
  const [was, is] = [before.extension, after.extension];
  const place = `${pointer}/extension`;
  if (is !== undefined)
    add('extension-required', place, `Requests to ${name} must apply the extension ${is}.`, { after: is });
  else add('extension-not-required', place, `Requests to ${name} can omit the extension ${was}.`, { before: was });
}

/** Adds the changes of the input and the output of an action. Without a schema, the input can be any object, and the output none. */
function compareAction(
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  versions: Versions,
  report: Report,
): void {
  const [was, is] = [before.action, after.action];
  if (was === undefined || is === undefined) return;
  const none = { type: 'object' };
  for (const [member, direction] of [
    ['input', 'request'],
    ['output', 'response'],
  ] as const) {
    const what = `The ${member} of ${after.method} ${after.path}`;
    const place = { pointer: `${pointer}/${member}`, what, direction };
    compareValue(was[member] ?? none, is[member] ?? none, place, versions, report);
  }
  if (was.limit !== undefined && is.limit !== undefined && was.limit !== is.limit) {
    const rule = is.limit < was.limit ? 'limit-lowered' : 'limit-raised';
    const text = `${after.method} ${after.path} accepts ${is.limit} resources, instead of ${was.limit}.`;
    report.add(rule, `${pointer}/limit`, text, { before: was.limit, after: is.limit });
  }
}

function compareStatuses(
  name: string,
  before: readonly number[],
  after: readonly number[],
  pointer: string,
  { add }: Report,
): void {
  const ruleOf = (status: string) => (Number(status) < 400 ? 'success-status-changed' : 'error-status-changed');
  compareNames(before.map(String), after.map(String), {
    removed: (status) =>
      add(ruleOf(status), pointer, `${name} no longer responds with ${status}.`, { before: Number(status) }),
    added: (status) => add(ruleOf(status), pointer, `${name} can respond with ${status}.`, { after: Number(status) }),
  });
}

/** The headers of requests, each with the beginning of its rules. */
const headers = { ifMatch: ['if-match', 'If-Match'], idempotencyKey: ['idempotency-key', 'Idempotency-Key'] } as const;

function compareHeader(
  member: keyof typeof headers,
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  { add }: Report,
): void {
  if (before[member] === after[member]) return;
  const [rule, field] = headers[member];
  const name = `${after.method} ${after.path}`;
  const place = `${pointer}/${member}`;
  const values = { before: before[member], after: after[member] };
  if (after[member] === 'must')
    add(`${rule}-required`, place, `Requests to ${name} must contain \`${field}\`.`, values);
  else if (after[member] === 'may')
    add(`${rule}-optional`, place, `Requests to ${name} can omit \`${field}\`.`, values);
  else add(`${rule}-ignored`, place, `${name} no longer evaluates \`${field}\`.`, values);
}
