/** The names that a declaration can use. The editor completes them without loading zod. */

/** The functions of `z` that the playground knows. */
export const schemaNames = [
  ...['string', 'number', 'int', 'int32', 'float32', 'float64', 'boolean', 'null', 'any', 'unknown', 'literal', 'enum'],
  ...['array', 'object', 'strictObject', 'looseObject', 'record', 'tuple', 'union', 'discriminatedUnion', 'nullable'],
  ...['nullish', 'optional', 'readonly', 'email', 'url', 'uuid', 'guid', 'cuid2', 'ulid', 'nanoid', 'ipv4', 'ipv6'],
  ...['base64', 'jwt', 'emoji', 'e164', 'iso'],
] as const;

/** The functions of `z.iso`. */
export const isoNames = ['date', 'datetime', 'time', 'duration'] as const;

/** The methods of schemas that a declaration can call. */
export const schemaMethodNames = [
  ...['optional', 'nullable', 'nullish', 'default', 'prefault', 'catch', 'describe', 'meta', 'readonly', 'array', 'or'],
  ...['min', 'max', 'length', 'nonempty', 'regex', 'includes', 'startsWith', 'endsWith', 'lowercase', 'uppercase'],
  ...['trim', 'toLowerCase', 'toUpperCase', 'normalize', 'email', 'url', 'uuid', 'date', 'datetime', 'time'],
  ...['gt', 'gte', 'lt', 'lte', 'int', 'positive', 'negative', 'nonnegative', 'nonpositive', 'multipleOf', 'step'],
  ...['extend', 'pick', 'omit', 'partial', 'required', 'strict', 'loose', 'exclude', 'extract', 'nonoptional'],
] as const;

/** The functions of the library. */
export const functionNames = ['defineApi', 'attribute', 'toOne', 'toMany'] as const;

/** The members of types, attributes, and relationships. */
export const memberNames = [
  ...['attributes', 'relationships', 'filter', 'sort', 'write', 'read', 'onDemand', 'include', 'inverse'],
  ...['required', 'onDelete', 'defaultSort', 'clientGeneratedIds', 'description', 'deprecated'],
] as const;
