/** The limits of bundles of parts of the library, and the text that they must not contain. */
import type { BundlerName } from './bundlers.ts';

/** Traces of parts of the library in bundled text. */
export const traces = {
  'the validator': 'must be linked from the primary data, but',
  'the statements of rules': 'ERR-08',
  'the query reader': 'RELATIONSHIP_PATHS_TOO_MANY',
  'the errors of request documents': 'CLIENT_ID_FORBIDDEN',
  zod: '~standard',
  negotiation: 'ACCEPT_UNSATISFIABLE',
} as const;

export type Part = keyof typeof traces;

export interface Bundle {
  readonly title: string;
  /** The named exports that the bundle has, by the package that they come from. */
  readonly exports: Readonly<Record<string, string>>;
  /** The largest size that passes, in KiB, by bundler. */
  readonly limits: Readonly<Record<BundlerName, number>>;
  /** The size to reach, in KiB, if the limits are above it. */
  readonly target?: number;
  readonly without: readonly Part[];
}

const rules = ['the validator', 'the statements of rules'] as const;

export const bundles: readonly Bundle[] = [
  {
    title: 'JSON_API_MEDIA_TYPE',
    exports: { core: 'JSON_API_MEDIA_TYPE' },
    limits: { Vite: 0.5, esbuild: 0.5, webpack: 0.5 },
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'isMemberName',
    exports: { core: 'isMemberName' },
    limits: { Vite: 0.5, esbuild: 0.5, webpack: 0.5 },
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'negotiate',
    exports: { core: 'negotiate' },
    // With the check that definitions have a URI, and reads of own members only: member by member, in a fifth of the time, for
    // 0.2 KiB, and the error for `Headers` 0.05. Errors that carry the key and the values of their text take 0.4 KiB.
    limits: { Vite: 4.9, esbuild: 5, webpack: 4.95 },
    target: 4,
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod'],
  },
  {
    title: 'validateDocument',
    exports: { core: 'validateDocument' },
    // The reader of own members at the boundary of a document takes 0.1 KiB, and the grammar of language tags 0.1 KiB.
    limits: { Vite: 14, esbuild: 14.3, webpack: 14.25 },
    without: ['the statements of rules', 'the query reader', 'negotiation'],
  },
  {
    title: 'serialize',
    exports: { core: 'serialize' },
    // Relationships that documents contain only on request take 0.1 KiB, and reads of options without copies 0.4 KiB: they
    // save a tenth of the time for one resource. The defaults of attributes take 0.3 KiB: they ask the schemas.
    // The grammar of language tags takes 0.1 KiB, and so do promises of schemas that are not awaited.
    // Errors that carry the key and the values of their text take 0.3 KiB. The names of rows take 0.15.
    // The data of memberships takes 0.1.
    limits: { Vite: 14.25, esbuild: 14.6, webpack: 14.4 },
    target: 14,
    without: [...rules, 'the errors of request documents', 'negotiation'],
  },
  {
    title: 'parseQuery',
    exports: { core: 'parseQuery' },
    // The language of filters, with its groups and operators, takes 2.5 KiB. The cost of conditions takes 0.1, and what
    // saves a third of the time, such as the literals of options, 0.2. The one reader of options and results of schemas takes 0.1,
    // and promises of schemas that are not awaited 0.3: one that rejects would end the process.
    // Errors that carry the key and the values of their text take 0.7 KiB.
    // The families that each kind of URL takes, and values of lists: 0.2. The schemas of parts of values, and members of objects, take 0.2.
    limits: { Vite: 11.36, esbuild: 11.63, webpack: 11.56 },
    target: 9,
    without: [...rules, 'the errors of request documents', 'negotiation'],
  },
  {
    title: 'readers of requests',
    exports: {
      'core/http':
        'readCollectionRequest, readResourceRequest, readRelatedRequest, readRelationshipRequest, readCreateRequest, readUpdateRequest, readLinkageRequest',
    },
    // Negotiation, the parsers of queries, and those of documents take 24 of it: the language of filters 2.5, their strings 4, and what
    // follows from JSON that is not valid, not exact, or not storable 1.5. Strings of operations, of pages, of versions, and those that
    // only servers need are in tables of their own.
    // The data of memberships takes 0.2, and the schemas of parts of values, and members of objects, take 0.2.
    // Data of memberships that a server compares takes 0.05.
    limits: { Vite: 25.69, esbuild: 26.27, webpack: 25.98 },
    target: 24,
    without: rules,
  },
  {
    title: 'createClient',
    exports: { client: 'createClient' },
    // The reader of options with its suggestions takes 0.7 KiB, linked resources 0.6, the writer of filters 0.5, errors
    // 0.3, pages 0.3, and jobs 0.15. The checks of conditions, fieldsets, sort fields, and the options of answers take
    // 0.15: wrong calls are errors that name the member, and properties of `Object.prototype` change nothing. Redirects that
    // keep headers on the origin, delays, and the limit of pages take 0.4, documents of `application/json` 0.25, and
    // actions 0.15. The check that profiles are URIs takes 0.07, and the table of operators 0.1.
    // Answers that are restored from plain data, and links that are followed, take 0.1. Dates of codecs take 0.03. The error for a
    // related resource without an id takes 0.05.
    limits: { Vite: 8.41, esbuild: 8.55, webpack: 8.4 },
    target: 6,
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'client and query',
    exports: { client: 'createClient', query: 'createReads, createWrites, applyChange' },
    // Which queries a write makes stale takes 1.5 KiB, writes that overlap and their keys 0.4, plain data in the cache 0.6, and
    // collections of several types 0.1.
    limits: { Vite: 12.1, esbuild: 12.17, webpack: 12.1 },
    without: [...rules, 'the query reader', 'the errors of request documents', 'zod', 'negotiation'],
  },
  {
    title: 'createServer with toFetchHandler',
    exports: { server: 'createServer', fetch: 'toFetchHandler' },
    // Every error message names the expected and the found value. Groups, paths, and all operators of filters also hold in
    // access rules, over sources that do not know them. The chunk of `describe` shares modules with this one, which then
    // has exports: 2 KiB. Streams of collections take 3 KiB, the checks of responses of endpoints 1 KiB, and
    // the queue of requests 1 KiB, and reading only own members half a KiB. Rules that are asked for everything that a write
    // changes, locks, the end of transactions, versions of endpoints, the places of extensions, kept responses, reports of failures, and the
    // limits of linkage take 7.5 KiB. What a write remembers saves half of its statements for 2 KiB, replaced methods and wrapped sources
    // take 1 KiB. Writes of the application take 1 KiB, and a 304 without the document half a KiB. Actions take 2.5 KiB. Tags of
    // resources, hidden fieldsets, one string of all attributes, and one timer of all source calls take 1 KiB.
    // Defaults in documents take 0.3 KiB. Attributes of some resources, links to hidden resources, and aggregates take 2.8 KiB together.
    // Errors that name the result of a rule, a hook, or a challenge take 0.3 KiB, and the grammar of language tags and the error for a Response of an endpoint 0.1 KiB.
    // Rows that are read again after own statements of the application, and what pairs of features need, take 0.3 KiB.
    // The places of values that are not JSON take 0.1 KiB.
    // Answers that do not tell of hidden resources by their number of statements, one reader of what computed attributes need, statements of
    // what is stored, and repeated upserts take 2 KiB.
    // The names of about 330 strings, once in the table and once at their throws, and those of their values take 4 KiB.
    // Responses to errors whose steps are functions, so that backends with their own routes have them, too, take 0.15.
    // Steps that continue with a value or a promise, operations and queries that are settled once, and pages, filters, and operations that
    // backends with their own routes have, too, take 2.2 KiB. A read has no promise, and takes half of its functions.
    // Writes that are one statement, updates of a list in one call, and reads under access rules without promises take 3 KiB.
    // Creations that are one statement, what steps of a write hand to the next ones, conditions and queries that are kept, and hooks that only
    // read take 2.2 KiB. Writes without promises over a database that answers at once take 0.2 KiB.
    // The facts of a write as one value, steps that answer at once, and hooks that only create take 0.9 KiB.
    // The data of memberships takes 1.2 KiB: its declaration, its validation, its place in documents, its check in a write, its
    // rules, and its description. The changes that the hook of all writes receives take 0.2 KiB. Some bytes depend on the folder.
    // The place of null in orders, functions of records that declare what they need, keys that a type and a write require, reasons of
    // rejections in development, and elements of lists take 1.3 KiB.
    // Updates that leave their links to the source, and run all steps after an error, take 0.25 KiB.
    // Hooks that load the option `afterWrite`, deletions that run again without it, and `find` of hooks take 0.35 KiB.
    // Statements that compare the version of `If-Match` take 0.4 KiB.
    // Members of objects take 0.5 KiB.
    // Queries of the members of included relationships take 0.5 KiB, beside its reader, which the profile loads. Short ways of lists of operations
    // take 0.3 KiB.
    // Searches for words take 0.2 KiB, collections of several types 2 beside their pages, which the first request loads, and the reasons of a 403 with their conditions 0.3.
    limits: { Vite: 141.3, esbuild: 145.95, webpack: 144.45 },
    target: 45,
    without: rules,
  },
];
