/** The changes that only two OpenAPI documents can show. */
export const openApiRules = {
  'parameter-added-required': {
    request: 'breaking',
    response: 'breaking',
    title: 'A required parameter was added',
    reason: 'Requests without the parameter receive an error.',
  },
  'parameter-required': {
    request: 'breaking',
    response: 'breaking',
    title: 'A parameter became required',
    reason: 'Requests without the parameter receive an error.',
  },
  'parameter-optional': {
    request: 'safe',
    response: 'safe',
    title: 'A parameter is no longer required',
    reason: 'Clients can still send it.',
  },
  'request-body-required': {
    request: 'breaking',
    response: 'breaking',
    title: 'Requests must contain a body',
    reason: 'Requests without a body receive an error.',
  },
  'request-body-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'Requests can no longer contain a body',
    reason: 'The server can reject requests with a body.',
  },
  'request-body-optional': {
    request: 'safe',
    response: 'safe',
    title: 'Requests can omit the body',
    reason: 'Clients can still send it.',
  },
  'media-type-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A media type was removed',
    reason: 'The server rejects requests with the media type, or does not send it.',
  },
  'media-type-added': {
    request: 'safe',
    response: 'safe',
    title: 'A media type was added',
    reason: 'Clients can ignore it.',
  },
} as const;
