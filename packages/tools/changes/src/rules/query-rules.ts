/** The changes of query parameters and pages. */
export const queryRules = {
  'include-removed': 'breaking | A relationship can no longer be included | Requests that include it receive 400.',
  'include-added': 'safe | A relationship can be included | Clients can ignore it.',
  'sort-removed': 'breaking | A sort field was removed | Requests that sort by it receive 400.',
  'sort-added': 'safe | A sort field was added | Clients can ignore it.',
  'nulls-moved':
    'dangerous | Null has another place in an order | Clients that sort by the attribute can depend on the order.',
  'filter-removed':
    'breaking | A filter or one of its operators was removed | Requests that filter with it receive 400.',
  'filter-added': 'safe | A filter or one of its operators was added | Clients can ignore it.',
  'filter-language-changed':
    'breaking | Filters have another language | The server rejects or misreads filters of the old language.',
  'parameter-removed': 'breaking | A query parameter was removed | Requests with the parameter receive 400.',
  'parameter-added': 'safe | A query parameter was added | Clients can omit it.',
  'page-strategy-changed':
    'breaking | Pages have another strategy | Clients that build their own page parameters receive 400 or other pages. Clients that follow links continue to work.',
  'page-name-removed': 'breaking | A page parameter was removed | Requests with the parameter receive 400.',
  'page-name-added': 'safe | A page parameter was added | Clients can omit it.',
  'page-size-changed':
    'dangerous | The default page size changed | Clients that read only the first page receive fewer or more resources.',
  'page-maximum-lowered': 'breaking | The maximum page size is lower | Requests for larger pages receive 400.',
  'page-maximum-raised': 'safe | The maximum page size is higher | Clients can ignore it.',
  'collection-streamed':
    'dangerous | Requests without `page` receive all resources | Responses are longer, and without links to pages. Clients that follow the links do not find them.',
  'collection-not-streamed':
    'breaking | Requests without `page` receive the first page only | Clients that read one response miss the other resources.',
  'collection-type-removed':
    'breaking | A collection of several types no longer contains a type | Clients do not find these resources.',
  'collection-type-added':
    'dangerous | A collection of several types contains another type | Clients that do not know the type can fail.',
  'included-size-lowered':
    'dangerous | Included relationships contain fewer members | Clients must follow more links to read all members.',
  'included-size-raised': 'safe | Included relationships contain more members | Clients must follow fewer links.',
  'total-removed':
    'breaking | Responses no longer contain the total, or only on request | Clients that read the total do not find it.',
  'total-added': 'safe | Responses can contain the total | Clients can ignore it.',
  'total-renamed': 'breaking | The total has another name | Clients that read the total do not find it.',
  'default-include-removed':
    'breaking | Responses no longer include resources by default | Clients that do not send `include` no longer receive the related resources.',
  'default-include-added': 'safe | Responses include more resources by default | Clients can ignore them.',
  'default-sort-changed':
    'dangerous | Collections have another order by default | Clients that do not send `sort` can depend on the order.',
} as const;
