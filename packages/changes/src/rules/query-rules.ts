import { type ChangeRule, rule } from './rule.ts';

/** The changes of query parameters and pages. */
export const queryRules = {
  'include-removed': rule(
    'breaking',
    'A relationship can no longer be included',
    'Requests that include it receive 400.',
  ),
  'include-added': rule('safe', 'A relationship can be included', 'Clients can ignore it.'),
  'sort-removed': rule('breaking', 'A sort field was removed', 'Requests that sort by it receive 400.'),
  'sort-added': rule('safe', 'A sort field was added', 'Clients can ignore it.'),
  'filter-removed': rule(
    'breaking',
    'A filter or one of its operators was removed',
    'Requests that filter with it receive 400.',
  ),
  'filter-added': rule('safe', 'A filter or one of its operators was added', 'Clients can ignore it.'),
  'filter-language-changed': rule(
    'breaking',
    'Filters have another language',
    'The server rejects or misreads filters of the old language.',
  ),
  'parameter-removed': rule('breaking', 'A query parameter was removed', 'Requests with the parameter receive 400.'),
  'parameter-added': rule('safe', 'A query parameter was added', 'Clients can omit it.'),
  'page-strategy-changed': rule(
    'breaking',
    'Pages have another strategy',
    'Clients that build their own page parameters receive 400 or other pages. Clients that follow links continue to work.',
  ),
  'page-name-removed': rule('breaking', 'A page parameter was removed', 'Requests with the parameter receive 400.'),
  'page-name-added': rule('safe', 'A page parameter was added', 'Clients can omit it.'),
  'page-size-changed': rule(
    'dangerous',
    'The default page size changed',
    'Clients that read only the first page receive fewer or more resources.',
  ),
  'page-maximum-lowered': rule('breaking', 'The maximum page size is lower', 'Requests for larger pages receive 400.'),
  'page-maximum-raised': rule('safe', 'The maximum page size is higher', 'Clients can ignore it.'),
  'included-size-lowered': rule(
    'dangerous',
    'Included relationships contain fewer members',
    'Clients must follow more links to read all members.',
  ),
  'included-size-raised': rule(
    'safe',
    'Included relationships contain more members',
    'Clients must follow fewer links.',
  ),
  'total-removed': rule(
    'breaking',
    'Responses no longer contain the total, or only on request',
    'Clients that read the total do not find it.',
  ),
  'total-added': rule('safe', 'Responses can contain the total', 'Clients can ignore it.'),
  'total-renamed': rule('breaking', 'The total has another name', 'Clients that read the total do not find it.'),
} as const satisfies Record<string, ChangeRule>;
