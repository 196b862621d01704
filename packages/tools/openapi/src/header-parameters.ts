import type { EndpointDescription } from '@linkage/server';
import type { Reference, Setup } from './setup.ts';
import { shareParameter } from './shared-parameters.ts';

function header(setup: Setup, name: string, description: string, rest: object): Reference {
  return shareParameter(setup, name, { name, in: 'header', description, ...rest });
}

const schema = { type: 'string' };

/** Returns the preconditions. The server checks both with each method. */
function preconditions(setup: Setup, { method, query, ifMatch }: EndpointDescription): readonly Reference[] {
  const isRead = method === 'GET' && query !== undefined;
  if (ifMatch === 'no' && !isRead) return [];
  const required = ifMatch === 'must' ? { required: true } : {};
  const match = 'The `ETag` that the resource must have. Otherwise, the response is 412.';
  const noneMatch = 'The `ETag` of a stored response. If it is current, the response to GET is 304, to others 412.';
  return [
    header(setup, 'If-Match', match, { ...required, schema }),
    header(setup, 'If-None-Match', noneMatch, { schema }),
  ];
}

/** Returns the headers that a request to an endpoint can contain, besides those that OpenAPI describes elsewhere. */
export function headerParametersOf(setup: Setup, endpoint: EndpointDescription): readonly Reference[] {
  const { document, idempotencyKey } = endpoint;
  const answers = { type: 'string', examples: ['return=minimal', 'return=representation'] };
  const key = { ...(idempotencyKey === 'must' ? { required: true } : {}), schema: { type: 'string', minLength: 1 } };
  const isWrite = document === 'create' || document === 'update';
  return [
    ...preconditions(setup, endpoint),
    ...(isWrite ? [header(setup, 'Prefer', 'Whether the response contains the resource.', { schema: answers })] : []),
    ...(idempotencyKey === 'no'
      ? []
      : [header(setup, 'Idempotency-Key', 'A key with which the client can repeat the request.', key)]),
  ];
}
