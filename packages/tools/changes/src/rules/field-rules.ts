/** The changes of types and fields. */
export const fieldRules = {
  'type-removed': 'breaking | A type was removed | Requests for its resources receive 404.',
  'type-added': 'safe | A type was added | Clients do not request a type that they do not know.',
  'field-removed':
    'breaking | A field was removed | Responses no longer contain it, and requests with it receive an error. If the field was deprecated with a date ("sunset 2027-01-31"), the change is safe from that date on.',
  'field-added': 'safe | A field was added | Clients ignore fields that they do not know.',
  'field-added-required':
    'breaking | A required field was added | Requests that create a resource without the field receive 422.',
  'field-kind-changed':
    'breaking | An attribute became a relationship, or a relationship changed between to-one and to-many | The field is in another place of the document, or its linkage has another shape.',
  'field-hidden': 'breaking | Responses no longer contain a field | Clients that read the field do not find it.',
  'field-shown': 'safe | Responses contain a field that could only be written | Clients can ignore it.',
  'field-on-request':
    'breaking | Responses contain a field only if `fields` lists it | Clients that do not send `fields` no longer receive the field.',
  'field-by-default': 'safe | Responses contain a field by default | Clients can ignore it.',
  'field-read-only':
    'breaking | Requests can no longer set a field | The server rejects requests that contain the field.',
  'field-writable': 'safe | Requests can set a field | Clients can omit it.',
  'field-required':
    'breaking | A field became required | Requests that create a resource without the field receive 422.',
  'field-optional':
    'safe dangerous | A field is no longer required | Clients can still send it, but resources without it can now exist: responses can lack it, or contain null.',
  'attribute-optional':
    'safe breaking | Resources can lack an attribute | Clients that read the attribute can find none.',
  'attribute-present': 'safe | Resources always have an attribute | Clients that read the attribute find it.',
  'target-added':
    'safe breaking | A relationship can contain one more type | Clients that read the relationship do not expect resources of the type.',
  'target-removed':
    'breaking safe | A relationship can no longer contain a type | The server rejects requests with resources of the type.',
  'inverse-changed':
    'dangerous | A relationship has another inverse | A write to the relationship changes another relationship than before.',
  deprecated: 'safe | Something was deprecated | It works as before. Clients should prepare for its removal.',
  'no-longer-deprecated': 'safe | Something is no longer deprecated | It works as before.',
  'text-changed': 'safe | A description changed | Only people read it.',
} as const;
