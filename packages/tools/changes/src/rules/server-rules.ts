/** The changes of endpoints, headers, limits, extensions, and profiles. */
export const serverRules = {
  'base-url-changed': 'breaking | The base URL changed | Requests to the old URLs receive 404.',
  'endpoint-removed': 'breaking | A method of a URL was removed | Requests receive 404 or 405.',
  'endpoint-added': 'safe | A method of a URL was added | Clients can ignore it.',
  'endpoint-renamed':
    'dangerous | An operation has another name | Clients work as before, but a generated client has another method.',
  'request-document-changed':
    'breaking | Requests must contain another kind of document | The server rejects the documents that clients send.',
  'query-family-removed':
    'breaking | A URL no longer accepts a family of query parameters | Requests with the parameters receive 400.',
  'query-family-added': 'safe | A URL accepts a family of query parameters | Clients can omit them.',
  'success-status-changed':
    'dangerous | Successful responses can have other statuses | Clients that decide by the status, such as 200 and 202, can fail.',
  'error-status-changed': 'safe | Errors can have other statuses | Clients must expect every status of an error.',
  'client-ids-rejected':
    'breaking | Clients can no longer choose ids | Requests that create a resource with an `id` receive 403.',
  'client-ids-accepted': 'safe | Clients can choose ids | Clients can omit the `id`.',
  'if-match-required': 'breaking | Writes must contain `If-Match` | Requests without the header receive 428.',
  'if-match-optional': 'safe | Writes can omit `If-Match` | Clients can still send the header.',
  'if-match-ignored':
    'dangerous | The server no longer evaluates `If-Match` | Clients that depend on the header can overwrite changes of other clients.',
  'idempotency-key-required':
    'breaking | Writes must contain `Idempotency-Key` | Requests without the header receive 400.',
  'idempotency-key-optional': 'safe | Writes can omit `Idempotency-Key` | Clients can still send the header.',
  'idempotency-key-ignored':
    'breaking | The server no longer evaluates `Idempotency-Key` | A repeated request writes again.',
  'idempotency-hours-lowered':
    'dangerous | The server keeps idempotency keys for less time | A request that a client repeats late writes again.',
  'idempotency-hours-raised': 'safe | The server keeps idempotency keys for more time | Clients can ignore it.',
  'extension-removed': 'breaking | An extension was removed | Requests that apply it receive 415 or 406.',
  'extension-added': 'safe | An extension was added | Clients must request it.',
  'extension-required':
    'breaking | Requests to a URL must apply an extension | Requests without the extension receive 415.',
  'extension-not-required': 'safe | Requests to a URL can omit an extension | Clients can still apply it.',
  'profile-removed':
    'breaking | A profile was removed | The server ignores it, and clients do not receive its members.',
  'profile-added': 'safe | A profile was added | Clients ignore profiles that they do not know.',
  'profile-on-request':
    'breaking | A profile is applied only on request | Clients that do not request it no longer receive its members.',
  'profile-always': 'safe | A profile is always applied | Clients ignore profiles that they do not know.',
  'limit-lowered': 'breaking | A limit is lower | Requests above the limit receive an error.',
  'limit-raised': 'safe | A limit is higher | Clients can ignore it.',
  'operations-removed': 'breaking | Atomic operations were removed | Requests to the URL receive 404.',
  'operations-added': 'safe | Atomic operations were added | Clients can ignore them.',
  'operations-moved': 'breaking | Atomic operations have another URL | Requests to the old URL receive 404.',
} as const;
