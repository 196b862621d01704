/** The changes of types and fields. */
export const fieldRules = {
  'type-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A type was removed',
    reason: 'Requests for its resources receive 404.',
  },
  'type-added': {
    request: 'safe',
    response: 'safe',
    title: 'A type was added',
    reason: 'Clients do not request a type that they do not know.',
  },
  'field-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A field was removed',
    reason:
      'Responses no longer contain it, and requests with it receive an error. If the field was deprecated with a date ("sunset 2027-01-31"), the change is safe after that date.',
  },
  'field-added': {
    request: 'safe',
    response: 'safe',
    title: 'A field was added',
    reason: 'Clients ignore fields that they do not know.',
  },
  'field-added-required': {
    request: 'breaking',
    response: 'breaking',
    title: 'A required field was added',
    reason: 'Requests that create a resource without the field receive 422.',
  },
  'field-kind-changed': {
    request: 'breaking',
    response: 'breaking',
    title: 'An attribute became a relationship, or a relationship changed between to-one and to-many',
    reason: 'The field is in another place of the document, or its linkage has another shape.',
  },
  'field-hidden': {
    request: 'breaking',
    response: 'breaking',
    title: 'Responses no longer contain a field',
    reason: 'Clients that read the field do not find it.',
  },
  'field-shown': {
    request: 'safe',
    response: 'safe',
    title: 'Responses contain a field that could only be written',
    reason: 'Clients can ignore it.',
  },
  'field-on-request': {
    request: 'breaking',
    response: 'breaking',
    title: 'Responses contain a field only if `fields` lists it',
    reason: 'Clients that do not send `fields` no longer receive the field.',
  },
  'field-by-default': {
    request: 'safe',
    response: 'safe',
    title: 'Responses contain a field by default',
    reason: 'Clients can ignore it.',
  },
  'field-read-only': {
    request: 'breaking',
    response: 'breaking',
    title: 'Requests can no longer set a field',
    reason: 'The server rejects requests that contain the field.',
  },
  'field-writable': {
    request: 'safe',
    response: 'safe',
    title: 'Requests can set a field',
    reason: 'Clients can omit it.',
  },
  'field-required': {
    request: 'breaking',
    response: 'breaking',
    title: 'A field became required',
    reason: 'Requests that create a resource without the field receive 422.',
  },
  'field-optional': {
    request: 'safe',
    response: 'dangerous',
    title: 'A field is no longer required',
    reason:
      'Clients can still send it, but resources without it can now exist: responses can lack it, or contain null.',
  },
  'attribute-optional': {
    request: 'safe',
    response: 'breaking',
    title: 'Resources can lack an attribute',
    reason: 'Clients that read the attribute can find none.',
  },
  'attribute-present': {
    request: 'safe',
    response: 'safe',
    title: 'Resources always have an attribute',
    reason: 'Clients that read the attribute find it.',
  },
  'target-added': {
    request: 'safe',
    response: 'breaking',
    title: 'A relationship can contain one more type',
    reason: 'Clients that read the relationship do not expect resources of the type.',
  },
  'target-removed': {
    request: 'breaking',
    response: 'safe',
    title: 'A relationship can no longer contain a type',
    reason: 'The server rejects requests with resources of the type.',
  },
  'inverse-changed': {
    request: 'dangerous',
    response: 'dangerous',
    title: 'A relationship has another inverse',
    reason: 'A write to the relationship changes another relationship than before.',
  },
  deprecated: {
    request: 'safe',
    response: 'safe',
    title: 'Something was deprecated',
    reason: 'It works as before. Clients should prepare for its removal.',
  },
  'no-longer-deprecated': {
    request: 'safe',
    response: 'safe',
    title: 'Something is no longer deprecated',
    reason: 'It works as before.',
  },
  'text-changed': {
    request: 'safe',
    response: 'safe',
    title: 'A description changed',
    reason: 'Only people read it.',
  },
} as const;
