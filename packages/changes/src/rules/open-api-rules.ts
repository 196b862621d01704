import { type ChangeRule, directedRule, rule } from './rule.ts';

/** The changes that only two OpenAPI documents can show. */
export const openApiRules = {
  'parameter-added-required': rule(
    'breaking',
    'A required parameter was added',
    'Requests without the parameter receive an error.',
  ),
  'parameter-required': rule(
    'breaking',
    'A parameter became required',
    'Requests without the parameter receive an error.',
  ),
  'parameter-optional': rule('safe', 'A parameter is no longer required', 'Clients can still send it.'),
  'request-body-required': rule(
    'breaking',
    'Requests must contain a body',
    'Requests without a body receive an error.',
  ),
  'request-body-removed': rule(
    'breaking',
    'Requests can no longer contain a body',
    'The server can reject requests with a body.',
  ),
  'request-body-optional': rule('safe', 'Requests can omit the body', 'Clients can still send it.'),
  'media-type-removed': rule(
    'breaking',
    'A media type was removed',
    'The server rejects requests with the media type, or does not send it.',
  ),
  'media-type-added': directedRule('safe', 'safe', 'A media type was added', 'Clients can ignore it.'),
} as const satisfies Record<string, ChangeRule>;
