/** What the search finds: also the words that people type and the pages do not have. */

/** Words of a query, and the words of the pages that mean the same. A key of several words is a phrase. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['jwt', ['authentication', 'token', 'authenticate']],
  ['oauth', ['authentication', 'token']],
  ['login', ['authentication', 'authenticate', 'context']],
  ['auth', ['authentication', 'access']],
  ['bearer', ['authentication', 'token']],
  ['session', ['authentication', 'cookie']],
  ['permission', ['access', 'rules']],
  ['permissions', ['access', 'rules']],
  ['authorization', ['access', 'rules']],
  ['role', ['access', 'rules']],
  ['roles', ['access', 'rules']],
  ['acl', ['access', 'rules']],
  ['rbac', ['access', 'rules']],
  ['nextjs', ['next', 'framework', 'fetch']],
  ['next.js', ['next', 'framework', 'fetch']],
  ['sveltekit', ['framework', 'fetch']],
  ['remix', ['framework', 'fetch']],
  ['nuxt', ['framework', 'fetch', 'h3']],
  ['cloudflare', ['workerd', 'frameworks', 'fetch']],
  ['lambda', ['framework', 'fetch', 'deployment']],
  ['vercel', ['frameworks', 'fetch', 'deployment']],
  ['docker', ['deployment']],
  ['hide a field', ['access', 'fields', 'hidden']],
  ['hide field', ['access', 'fields', 'hidden']],
  ['private field', ['access', 'fields', 'hidden']],
  ['hidden', ['access', 'fields']],
  ['tenant', ['multi-tenancy', 'tenancy']],
  ['tenants', ['multi-tenancy', 'tenancy']],
  ['multitenant', ['multi-tenancy', 'tenancy']],
  ['upload', ['files', 'upload', 'body']],
  ['uploads', ['files', 'upload', 'body']],
  ['file', ['files', 'upload']],
  ['cursor', ['cursor', 'pagination']],
  ['infinite scroll', ['cursor', 'pagination', 'next']],
  ['keyset', ['cursor', 'pagination']],
  ['offset', ['pagination']],
  ['paging', ['pagination']],
  ['paginate', ['pagination']],
  ['swagger', ['openapi']],
  ['postgres', ['postgresql', 'sql']],
  ['mysql', ['mysql', 'mariadb', 'sql']],
  ['mongo', ['mongodb', 'documents', 'sources']],
  ['typeorm', ['orm', 'sources']],
  ['sequelize', ['orm', 'sources']],
  ['n+1', ['includes', 'related', 'batched']],
  ['if-match', ['conditions', 'etag', 'http']],
  ['etag', ['etag', 'if-match', 'conditions']],
  ['optimistic locking', ['if-match', 'conditions', 'version']],
  ['locking', ['if-match', 'conditions', 'version']],
  ['cache', ['caching', 'cache-control', 'etag']],
  ['rate limit', ['overload', '429']],
  ['throttle', ['overload', '429']],
  ['webhook', ['events', 'hooks', 'outbox']],
  ['websocket', ['events']],
  ['logging', ['logs', 'operations', 'onrequest']],
  ['monitoring', ['tracing', 'operations', 'opentelemetry']],
  ['bulk', ['atomic', 'operations']],
  ['batch', ['atomic', 'operations']],
  ['transaction', ['atomic', 'transaction', 'operations']],
  ['retry', ['idempotency', 'keys']],
  ['soft delete', ['soft', 'delete']],
  ['graphql', ['faq']],
  ['migrate', ['migration', 'from']],
  ['codegen', ['client', 'openapi', 'types']],
  ['sdk', ['client']],
  ['react', ['client', 'tanstack', 'query']],
  ['validation', ['schema', 'validate', 'zod']],
]);

/** Words that say nothing about what is searched. */
const fillers: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'how', 'do', 'i', 'to', 'can', 'my', 'with', 'of', 'in', 'is', 'for', 'and', 'use', 'using'],
]);

/** Returns the words for which the search looks: those of the query without fillers, and words that mean the same. */
export function searchWords(query: string): readonly string[] {
  const text = query.toLowerCase().trim();
  const words = text.split(/[\s,;:!?()[\]{}"'`/]+/).filter((word) => word !== '');
  const meant = words.filter((word) => !fillers.has(word));
  const phrases = [...synonyms].filter(([key]) => (key.includes(' ') ? text.includes(key) : words.includes(key)));
  const wanted = [...(meant.length === 0 ? words : meant), ...phrases.flatMap(([, others]) => others)];
  // The index has the parts of names such as `NOT_FOUND` as words of their own.
  return [...new Set(wanted.flatMap((word) => word.split(/[\p{Z}\p{P}]+/u)))].filter((word) => word !== '');
}

/** How much more a page counts that has the name of a word: `guide/limits.html` for "limits". */
const OWN_PAGE = 4;

/** Returns how much a section counts for a word: its own page first, and guides before pages of reference, which contain every word. */
export function sectionWeight(id: string, word: string): number {
  const [path = ''] = id.split('#', 1);
  const page = path.slice(path.lastIndexOf('/') + 1).replace('.html', '');
  return kindWeight(id) * (page.split('-').includes(word.toLowerCase()) ? OWN_PAGE : 1);
}

function kindWeight(id: string): number {
  if (/\/(?:guide|recipes|getting-started|concepts)\//.test(id)) return 2;
  if (/\/(?:reference|decisions)\/|\/(?:coverage|house|CONTRIBUTING|benchmarks|reliability)\.html/.test(id)) return 0.4;
  return 1;
}

/** The options of MiniSearch. They contain functions, which the build cannot write to a page without a violation of its policy. */
export const searchOptions = {
  tokenize: (query: string): string[] => [...searchWords(query)],
  boostDocument: sectionWeight,
  fuzzy: (word: string): number | false => (word.length > 4 ? 0.2 : false),
  prefix: true,
  boost: { title: 6, text: 1, titles: 2 },
} as const;
