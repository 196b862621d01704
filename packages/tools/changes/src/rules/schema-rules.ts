/** The changes of JSON Schemas. */
export const schemaRules = {
  'value-type-added':
    'safe breaking | Values can have one more type | Clients that read the value do not expect the new type.',
  'value-type-removed':
    'breaking safe | Values can no longer have a type | The server rejects requests with values of this type.',
  'value-type-changed':
    'breaking | Values have another type | Clients send values that the server rejects, and read values that they do not expect.',
  'null-added': 'safe breaking | Values can be null | Clients that read the value do not expect null.',
  'null-removed': 'breaking safe | Values can no longer be null | The server rejects requests with null.',
  'enum-value-added':
    'safe breaking | A list of possible values has one more | Clients that decide by the value do not know the new one.',
  'enum-value-removed':
    'breaking safe | A list of possible values has one fewer | The server rejects requests with this value.',
  'bounds-narrower':
    'breaking safe | Bounds are narrower | The server rejects values that it accepted: numbers, or lengths of strings and arrays.',
  'bounds-wider':
    'safe dangerous | Bounds are wider | Clients can depend on the old bounds, such as the width of a column.',
  'format-added':
    'breaking safe | Values must have a format | The server rejects values without the format, the pattern, or the divisor.',
  'format-removed':
    'safe dangerous | Values no longer have a format | Clients can depend on the format, the pattern, or the divisor when they read the value.',
  'format-changed':
    'breaking dangerous | Values have another format | The server can reject values in the old format, and clients can fail to read values in the new one.',
  'property-added': 'safe | An object has one more optional property | Clients can ignore it.',
  'property-added-required':
    'breaking safe | An object has one more required property | The server rejects requests without the property.',
  'property-removed':
    'breaking | An object no longer has a property | Clients that read the property do not find it, and the server can reject requests that contain it.',
  'property-required': 'breaking safe | A property became required | The server rejects requests without the property.',
  'property-optional': 'safe breaking | A property became optional | Clients that read the property can find none.',
  'object-closed':
    'breaking safe | An object can no longer have other properties | The server rejects requests with properties that the schema does not name.',
  'object-opened': 'safe | An object can have other properties | Clients can ignore them.',
  'schema-unclear':
    'dangerous | A schema changed in a way that cannot be compared | The two schemas use keywords that cannot be compared in general, or differ in a part that JSON Schema cannot express. Compare them yourself.',
} as const;
