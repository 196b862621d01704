import type { EndpointDescription } from '@linkage/server';
import { compareEntries, type Place } from '../place.ts';
import { compareCollection } from './compare-collection.ts';
import { compareValue } from './compare-value.ts';

/** Adds the changes of endpoints. An endpoint is a method of a URL, whatever its parameters are called. */
export function compareEndpoints(
  before: readonly EndpointDescription[],
  after: readonly EndpointDescription[],
  place: Place,
): void {
  compareEntries(byRoute(before), byRoute(after), {
    removed: (_, [index, it]) =>
      place.at(index).add('endpoint-removed', `${it.method} ${it.path} was removed.`, { before: it }),
    added: (_, [index, it]) =>
      place.at(index).add('endpoint-added', `${it.method} ${it.path} was added.`, { after: it }),
    both: (_, [, was], [index, is]) => {
      compareEndpoint(was, is, place.at(index));
      compareCollection(was, is, place.at(index));
      compareAction(was, is, place.at(index, 'action'));
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

function compareEndpoint(before: EndpointDescription, after: EndpointDescription, { at }: Place): void {
  const name = `${after.method} ${after.path}`;
  const renamed = `The operation of ${name} is "${after.name}", instead of "${before.name}".`;
  at('name').changed(before.name, after.name, 'endpoint-renamed', renamed);
  const document = `Requests to ${name} must contain another document.`;
  at('document').changed(before.document, after.document, 'request-document-changed', document);
  at('families').names(
    before.families,
    after.families,
    'query-family',
    (family, has) => `${name} ${has ? 'accepts' : 'no longer accepts'} \`${family}\`.`,
  );
  at('statuses').names(
    before.statuses,
    after.statuses,
    (status) => (status < 400 ? 'success-status-changed' : 'error-status-changed'),
    (status, has) => `${name} ${has ? 'can respond' : 'no longer responds'} with ${status}.`,
  );
  compareHeader('ifMatch', before, after, at);
  compareHeader('idempotencyKey', before, after, at);
  const [was, is] = [before.extension, after.extension];
  if (is !== undefined)
    at('extension').changed(was, is, 'extension-required', `Requests to ${name} must apply the extension ${is}.`);
  else {
    const message = `Requests to ${name} can omit the extension ${was}.`;
    at('extension').changed(was, is, 'extension-not-required', message);
  }
}

/** Adds the changes of the input and the output of an action. Without a schema, the input can be any object, and the output none. */
function compareAction(before: EndpointDescription, after: EndpointDescription, { at }: Place): void {
  const [was, is] = [before.action, after.action];
  if (was === undefined || is === undefined) return;
  const none = { type: 'object' };
  const name = `${after.method} ${after.path}`;
  compareValue(was.input ?? none, is.input ?? none, `The input of ${name}`, 'request', at('input'));
  compareValue(was.output ?? none, is.output ?? none, `The output of ${name}`, 'response', at('output'));
  if (was.limit === undefined || is.limit === undefined) return;
  const message = `${name} accepts ${is.limit} resources, instead of ${was.limit}.`;
  at('limit').changed(was.limit, is.limit, is.limit < was.limit ? 'limit-lowered' : 'limit-raised', message);
}

/** The headers of requests, each with the beginning of its rules. */
const headers = { ifMatch: ['if-match', 'If-Match'], idempotencyKey: ['idempotency-key', 'Idempotency-Key'] } as const;

function compareHeader(
  member: keyof typeof headers,
  before: EndpointDescription,
  after: EndpointDescription,
  at: Place['at'],
): void {
  const [rule, field] = headers[member];
  const name = `${after.method} ${after.path}`;
  const [end, message] =
    after[member] === 'must'
      ? (['required', `Requests to ${name} must contain \`${field}\`.`] as const)
      : after[member] === 'may'
        ? (['optional', `Requests to ${name} can omit \`${field}\`.`] as const)
        : (['ignored', `${name} no longer evaluates \`${field}\`.`] as const);
  at(member).changed(before[member], after[member], `${rule}-${end}`, message);
}
