import type { EndpointDescription } from '@linkage/server';
import { compareSchemas } from '../schema/compare-schemas.ts';
import { below, placeOfDifference } from '../schema/schema-difference.ts';
import { compareEntries, compareNames } from './names.ts';
import { referenceResolver } from './reference-resolver.ts';
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
    const values = { before: before.name, after: after.name };
    add(
      'endpoint-renamed',
      `${pointer}/name`,
      `The operation of ${name} is "${after.name}", instead of "${before.name}".`,
      values,
    );
  }
  if (before.document !== after.document) {
    const values = { before: before.document, after: after.document };
    add(
      'request-document-changed',
      `${pointer}/document`,
      `Requests to ${name} must contain another document.`,
      values,
    );
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
  compareIfMatch(name, before, after, pointer, report);
  compareKeys(name, before, after, pointer, report);
  if (before.extension === after.extension) return;
  if (after.extension !== undefined) {
    add(
      'extension-required',
      `${pointer}/extension`,
      `Requests to ${name} must apply the extension ${after.extension}.`,
      { after: after.extension },
    );
  } else
    add(
      'extension-not-required',
      `${pointer}/extension`,
      `Requests to ${name} can omit the extension ${before.extension}.`,
      { before: before.extension },
    );
}

/** Adds the changes of the input and the output of an action. Without a schema, the input can be any object, and the output none. */
function compareAction(
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  versions: Versions,
  { add }: Report,
): void {
  const [was, is] = [before.action, after.action];
  if (was === undefined || is === undefined) return;
  const references = { before: referenceResolver(versions.before), after: referenceResolver(versions.after) };
  const none = { type: 'object' };
  for (const [member, direction] of [
    ['input', 'request'],
    ['output', 'response'],
  ] as const) {
    for (const difference of compareSchemas(was[member] ?? none, is[member] ?? none, references)) {
      const { rule, message, pointer: _, ...values } = difference;
      const text = `The ${member} of ${after.method} ${after.path} ${message}.`;
      add(rule, placeOfDifference(`${pointer}/${member}`, difference), text, { direction, ...values });
    }
  }
  if (was.limit !== undefined && is.limit !== undefined && was.limit !== is.limit) {
    const rule = is.limit < was.limit ? 'limit-lowered' : 'limit-raised';
    const text = `${after.method} ${after.path} accepts ${is.limit} resources, instead of ${was.limit}.`;
    add(rule, `${pointer}/limit`, text, { before: was.limit, after: is.limit });
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

function compareIfMatch(
  name: string,
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  { add }: Report,
): void {
  if (before.ifMatch === after.ifMatch) return;
  const values = { before: before.ifMatch, after: after.ifMatch };
  const place = `${pointer}/ifMatch`;
  if (after.ifMatch === 'must')
    add('if-match-required', place, `Requests to ${name} must contain \`If-Match\`.`, values);
  else if (after.ifMatch === 'may')
    add('if-match-optional', place, `Requests to ${name} can omit \`If-Match\`.`, values);
  else add('if-match-ignored', place, `${name} no longer evaluates \`If-Match\`.`, values);
}

function compareKeys(
  name: string,
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  { add }: Report,
): void {
  if (before.idempotencyKey === after.idempotencyKey) return;
  const values = { before: before.idempotencyKey, after: after.idempotencyKey };
  const place = `${pointer}/idempotencyKey`;
  if (after.idempotencyKey === 'must') {
    add('idempotency-key-required', place, `Requests to ${name} must contain \`Idempotency-Key\`.`, values);
  } else if (after.idempotencyKey === 'may') {
    add('idempotency-key-optional', place, `Requests to ${name} can omit \`Idempotency-Key\`.`, values);
  } else add('idempotency-key-ignored', place, `${name} no longer evaluates \`Idempotency-Key\`.`, values);
}
