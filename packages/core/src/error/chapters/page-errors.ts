/** The errors of the parameters of pages. Parsers of queries that do not read pages need none of them. */
export const pageErrors = {
  /**
   * A page parameter is unknown, or its value is out of range. Client: Correct the parameter, or follow the links of
   * the server.
   */
  PAGE_INVALID: {
    status: 400,
    title: 'Invalid page',
    supported: 'Supported page parameters: {names}.',
    total: '`page[total]` must be true, false, or estimate.',
    wholeNumber: '`{parameter}` must be a whole number of {least} or more, with at most {digits} digits.',
    greatest: '`{parameter}` must be at most {limit}, but it is {value}.',
    smaller: '`page[number]` must be smaller for pages of {size}.',
    positive: '`page[size]` must be a positive integer in decimal digits.',
    cursor: '`{parameter}` must be a cursor that this server created for the same URL, sort, and filter.',
    position: '`{parameter}` must be a position in this order.',
    positionOfMember: 'The cursor must be a position in this relationship.',
  },
  /**
   * With cursor pagination, page[size] is above the largest page of this collection. Client: Request at most as many
   * resources as meta.page.maxSize of the error.
   */
  PAGE_SIZE_EXCEEDED: { status: 400, title: 'Page size too large', greatest: '`page[size]` must be at most {limit}.' },
  /**
   * With cursor pagination, the request has page[after] and page[before], but the server does not read ranges. Client:
   * Send one of the two parameters.
   */
  PAGE_RANGE_NOT_SUPPORTED: {
    status: 400,
    title: 'Range of pages not supported',
    both: '`page[after]` and `page[before]` cannot be combined: this server does not support ranges.',
  },
} as const;
