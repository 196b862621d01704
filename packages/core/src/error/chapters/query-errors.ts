/** The errors of query parameters. */
export const queryErrors = {
  // Query parameters
  /**
   * The server does not support a query parameter with this name, or the name is not valid. Client: Remove the
   * parameter, or correct its name.
   */
  PARAMETER_UNKNOWN: {
    status: 400,
    title: 'Unknown query parameter',
    unknown: 'Unknown query parameter "{parameter}".',
    name: '"{parameter}" is not a valid name of a query parameter. A name must be a base name, then any number of names in brackets, such as `page[size]`.',
    extension: 'The query parameter "{parameter}" does not belong to an extension that is applied to this request.',
    page: 'A page parameter must contain one name in brackets, such as `page[size]`.',
    fields: 'A sparse fieldset must contain its resource type in one pair of brackets: `fields[TYPE]`.',
  },
  /** The value of a query parameter that the application declares is not valid. Client: Correct the value. */
  PARAMETER_INVALID: {
    status: 400,
    title: 'Invalid query parameter',
    value: '"{value}" is not a valid value for `{name}`.',
  },
  /** A query parameter occurs more than once. Client: Send it once, with its values separated by commas. */
  PARAMETER_REPEATED: {
    status: 400,
    title: 'Repeated query parameter',
    repeated: 'The query parameter "{parameter}" must occur only once.',
  },
  /** The query has more parameters than the server accepts. Client: Send fewer parameters. */
  PARAMETERS_TOO_MANY: {
    status: 400,
    title: 'Too many query parameters',
    limit: 'A request must have at most {limit} query parameters, but it has {count}.',
  },
  /** A query parameter contains a resource type that the API does not have. Client: Correct the type. */
  TYPE_UNKNOWN: { status: 400, title: 'Unknown resource type', type: '"{type}" is not a resource type of this API.' },
  /** A query parameter contains a field that the type does not have. Client: Correct the name of the field. */
  FIELD_UNKNOWN: { status: 400, title: 'Unknown field', field: 'Type "{type}" does not have a field "{field}".' },
  /**
   * The resources cannot be sorted by this field, or `sort` is empty. Client: Sort by a field that the API declares as
   * sortable.
   */
  SORT_NOT_SUPPORTED: {
    status: 400,
    title: 'Sort not supported',
    field: 'Type "{type}" cannot be sorted by "{field}".',
    severalTypes: 'A collection of several resource types cannot be sorted or filtered.',
    empty: '`sort` must contain one or more fields.',
    tooMany: '`sort` must have at most {limit} fields, but it has {count}.',
  },
  /**
   * The resources cannot be filtered by this field or with this operator. Client: Use a field and an operator that the
   * API supports.
   */
  FILTER_NOT_SUPPORTED: {
    status: 400,
    title: 'Filter not supported',
    field: 'Type "{type}" cannot be filtered by "{field}".',
    severalTypes: 'A collection of several resource types cannot be sorted or filtered.',
    form: 'A filter must have the form `filter[field]`, `filter[field][operator]`, or `filter`.',
    operatorUnknown: 'Unknown filter operator "{operator}".',
    operator: '`{field}` cannot be filtered with the operator "{operator}".',
    tooMany: 'A query must have at most {limit} filters, but it has more.',
    cost: 'The filters of a query must cost at most {limit}, but they cost more. Each value of a text operator costs 8, and each relationship on a path doubles the cost.',
    valuesTooMany: 'A query must have at most {limit} filter values in total, but it has more.',
    valueTooLong: 'A filter value must have at most {limit} characters.',
    noValue: 'A filter of `{field}` must have at least one value.',
    oneValue: 'A filter with the operator "{operator}" must have one value.',
    twoValues: 'A filter with the operator "{operator}" must have two values, separated by a comma.',
    ids: 'The filter of `{field}` must contain one or more ids, separated by commas.',
    expression: "The filter must be an expression such as `or(eq(title,'Hello'),gt(words,100))`.",
    expectedAtEnd: 'Expected {token}, but the expression ends.',
    expected: 'Expected {token}, but character {position} is "{character}".',
    nesting: 'A filter must have at most {limit} levels of groups, but it has more.',
    not: 'A group `not` must contain one condition.',
  },
  /** The value of a filter is not valid for the field. Client: Correct the value. */
  FILTER_VALUE_INVALID: {
    status: 400,
    title: 'Invalid filter value',
    value: '"{value}" is not a valid value for `{name}`.',
    exists: '"{value}" is not a valid value for the operator "exists". It must be true or false.',
  },
} as const;

/** Errors, and messages of those above, that only servers need. A parsed query alone does not load them. */
export const queryMessagesOfServers = {
  PARAMETER_INVALID: {
    aggregates: '`{parameter}` supports these fields of type "{type}": {names}.',
    groupsTooMany: 'The resources must form at most {limit} groups. Filter them, or group them by fewer fields.',
    filterRequired: 'This action requires `filter`, which says what it is about.',
  },
  SORT_NOT_SUPPORTED: {
    notStored: '{type} cannot be sorted by "{field}": the database does not have this field.',
    cursor: 'This collection cannot be paginated in this order: the server does not support it.',
    cursorTooLong: 'This collection cannot be paginated in this order: a value by which it is sorted is too long.',
  },
  FILTER_NOT_SUPPORTED: {
    condition: 'Type "{type}" cannot be filtered with {condition}.',
    notText:
      'Type "{type}" cannot be filtered with the operator "{operator}" for `{field}`, because the database does not store it as text.',
  },
  FILTER_VALUE_INVALID: {
    database: 'A value of the filter is invalid for its field.',
  },
} as const;
