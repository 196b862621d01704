import {
  isBoolean,
  isBooleanOrText,
  isListOf,
  isNumber,
  isNumberOrNull,
  isObjectOf,
  isOneOf,
  isRecordOf,
  isSchema,
  isText,
  optional,
  type ValueCheck,
} from './value-check.ts';

const strings = isListOf(isText);

const page = isObjectOf({
  names: strings,
  strategy: optional(isText),
  size: optional(isNumber),
  maximum: optional(isNumberOrNull),
  total: optional(isText),
  totalName: optional(isText),
  includedSize: optional(isNumberOrNull),
});

const described = { description: optional(isText), deprecated: optional(isBooleanOrText) };

const fieldMembers = {
  ...described,
  kind: isOneOf(['attribute', 'to-one', 'to-many']),
  write: optional(isBooleanOrText),
  read: optional(isBoolean),
  onDemand: optional(isBoolean),
  required: optional(isBoolean),
  filterOperators: strings,
};

const attribute = isObjectOf({
  ...fieldMembers,
  schema: isSchema,
  sort: optional(isBoolean),
  nulls: optional(isOneOf(['first', 'last'])),
  optional: optional(isBoolean),
  filterMembers: optional(isRecordOf(strings)),
});
const relationship = isObjectOf({
  ...fieldMembers,
  targets: strings,
  include: optional(isBoolean),
  filterPaths: strings,
  sortPaths: strings,
  inverse: optional(isText),
  page: optional(page),
});

const field: ValueCheck = (value, pointer) =>
  isObjectOf({ kind: fieldMembers.kind })(value, pointer) ??
  ((value as { readonly kind: string }).kind === 'attribute' ? attribute : relationship)(value, pointer);

const endpoints = isListOf(
  isObjectOf({
    name: optional(isText),
    method: isText,
    path: isText,
    document: optional(isText),
    families: strings,
    statuses: isListOf(isNumber),
    ifMatch: optional(isText),
    idempotencyKey: optional(isText),
    action: optional(isObjectOf({ input: optional(isSchema), output: optional(isSchema), limit: optional(isNumber) })),
    collection: optional(isObjectOf({ sort: strings, filter: isRecordOf(strings), page })),
    extension: optional(isText),
    extensions: optional(strings),
    rejectedParameters: optional(strings),
  }),
);

const parameters = isRecordOf(isSchema);

const type = isObjectOf({
  ...described,
  fields: isRecordOf(field),
  clientGeneratedIds: optional(isBoolean),
  page,
  stream: optional(isBoolean),
  defaultIncludes: optional(strings),
  defaultSort: optional(strings),
  parameters,
  endpoints,
});

/** The members of a description that a comparison reads. Those that it can do without can be absent. */
export const isDescription: ValueCheck = isObjectOf({
  contract: optional(isNumber),
  baseUrl: optional(isText),
  types: isRecordOf(type),
  schemas: optional(isRecordOf(isSchema)),
  gaps: optional(isListOf(isObjectOf({ type: optional(isText), field: optional(isText), reason: isText }))),
  parameters,
  filterLanguage: optional(isText),
  endpoints,
  extensions: isListOf(isObjectOf({ uri: isText, parameters: strings })),
  profiles: isListOf(isObjectOf({ uri: isText, parameters, applied: optional(isText), pageNames: optional(strings) })),
  limits: isRecordOf(optional(isNumberOrNull)),
  operations: optional(isObjectOf({ path: isText, limit: isNumberOrNull })),
  idempotency: optional(isObjectOf({ hours: isNumber })),
});

/** The entries of a file of accepted changes. */
export const isAcceptedList: ValueCheck = isListOf(isObjectOf({ rule: isText, pointer: isText, reason: isText }));

export const isChangeList: ValueCheck = isListOf(
  isObjectOf({ rule: isText, level: isText, pointer: isText, message: isText }),
);

export const isReview: ValueCheck = isObjectOf({
  changes: isChangeList,
  accepted: isChangeList,
  stale: isAcceptedList,
});
