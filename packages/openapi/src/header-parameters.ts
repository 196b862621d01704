import type { EndpointDescription } from '@linkage/server';
import type { Setup } from './setup.ts';
import { shareParameter } from './shared-parameters.ts';

function header(setup: Setup, name: string, description: string, rest: object): object {
  return shareParameter(setup, `header.${name}`, { name, in: 'header', description, ...rest });
}

/** Returns the header fields that a request to an endpoint can contain, besides those that OpenAPI describes elsewhere. */
export function headerParametersOf(setup: Setup, endpoint: EndpointDescription): readonly object[] {
  const { method, query, document, ifMatch, idempotencyKey } = endpoint;
  const schema = { type: 'string' };
  const isRequired = ifMatch === 'must';
  return [
    ...(ifMatch === 'no'
      ? []
      : [
          header(setup, 'If-Match', 'The `ETag` that the resource must have. Otherwise, the response is 412.', {
            ...(isRequired ? { required: true } : {}),
            schema,
          }),
        ]),
    ...(method === 'GET' && query !== undefined
      ? [
          header(setup, 'If-None-Match', 'The `ETag` of a stored response. If it is current, the response is 304.', {
            schema,
          }),
        ]
      : []),
    ...(document === 'create' || document === 'update'
      ? [
          header(setup, 'Prefer', 'Whether the response contains the resource.', {
            schema: { type: 'string', examples: ['return=minimal', 'return=representation'] },
          }),
        ]
      : []),
    ...(idempotencyKey === 'no'
      ? []
      : [
          header(setup, 'Idempotency-Key', 'A key with which the client can repeat the request.', {
            ...(idempotencyKey === 'must' ? { required: true } : {}),
            schema: { type: 'string', minLength: 1 },
          }),
        ]),
  ];
}
