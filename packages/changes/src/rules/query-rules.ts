/** The changes of query parameters and pages. */
export const queryRules = {
  'include-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A relationship can no longer be included',
    reason: 'Requests that include it receive 400.',
  },
  'include-added': {
    request: 'safe',
    response: 'safe',
    title: 'A relationship can be included',
    reason: 'Clients can ignore it.',
  },
  'sort-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A sort field was removed',
    reason: 'Requests that sort by it receive 400.',
  },
  'sort-added': {
    request: 'safe',
    response: 'safe',
    title: 'A sort field was added',
    reason: 'Clients can ignore it.',
  },
  'filter-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A filter or one of its operators was removed',
    reason: 'Requests that filter with it receive 400.',
  },
  'filter-added': {
    request: 'safe',
    response: 'safe',
    title: 'A filter or one of its operators was added',
    reason: 'Clients can ignore it.',
  },
  'filter-language-changed': {
    request: 'breaking',
    response: 'breaking',
    title: 'Filters have another language',
    reason: 'The server rejects or misreads filters of the old language.',
  },
  'parameter-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A query parameter was removed',
    reason: 'Requests with the parameter receive 400.',
  },
  'parameter-added': {
    request: 'safe',
    response: 'safe',
    title: 'A query parameter was added',
    reason: 'Clients can omit it.',
  },
  'page-strategy-changed': {
    request: 'breaking',
    response: 'breaking',
    title: 'Pages have another strategy',
    reason:
      'Clients that build their own page parameters receive 400 or other pages. Clients that follow links continue to work.',
  },
  'page-name-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'A page parameter was removed',
    reason: 'Requests with the parameter receive 400.',
  },
  'page-name-added': {
    request: 'safe',
    response: 'safe',
    title: 'A page parameter was added',
    reason: 'Clients can omit it.',
  },
  'page-size-changed': {
    request: 'dangerous',
    response: 'dangerous',
    title: 'The default page size changed',
    reason: 'Clients that read only the first page receive fewer or more resources.',
  },
  'page-maximum-lowered': {
    request: 'breaking',
    response: 'breaking',
    title: 'The maximum page size is lower',
    reason: 'Requests for larger pages receive 400.',
  },
  'page-maximum-raised': {
    request: 'safe',
    response: 'safe',
    title: 'The maximum page size is higher',
    reason: 'Clients can ignore it.',
  },
  'included-size-lowered': {
    request: 'dangerous',
    response: 'dangerous',
    title: 'Included relationships contain fewer members',
    reason: 'Clients must follow more links to read all members.',
  },
  'included-size-raised': {
    request: 'safe',
    response: 'safe',
    title: 'Included relationships contain more members',
    reason: 'Clients must follow fewer links.',
  },
  'total-removed': {
    request: 'breaking',
    response: 'breaking',
    title: 'Responses no longer contain the total, or only on request',
    reason: 'Clients that read the total do not find it.',
  },
  'total-added': {
    request: 'safe',
    response: 'safe',
    title: 'Responses can contain the total',
    reason: 'Clients can ignore it.',
  },
  'total-renamed': {
    request: 'breaking',
    response: 'breaking',
    title: 'The total has another name',
    reason: 'Clients that read the total do not find it.',
  },
} as const;
