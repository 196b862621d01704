/** A chapter of the specification as the report shows it. */
export interface SectionFacts {
  readonly id: string;
  readonly title: string;
  /** The pinned URL of the chapter. */
  readonly spec: string;
}

const format = 'https://jsonapi.org/format/1.1/#';

/** The sections by the letters that their requirements begin with, in the order of the specification. */
const table: readonly (readonly [string, string, string])[] = [
  ['GEN', 'Media type and HTTP', `${format}introduction`],
  ['NEG', 'Content negotiation', `${format}content-negotiation`],
  ['EXT', 'Extensions', `${format}extensions`],
  ['PRO', 'Profiles', `${format}profiles`],
  ['DOC', 'Top level of documents', `${format}document-top-level`],
  ['RES', 'Resource objects', `${format}document-resource-objects`],
  ['REL', 'Relationships', `${format}document-resource-object-relationships`],
  ['RID', 'Resource identifier objects', `${format}document-resource-identifier-objects`],
  ['CMP', 'Compound documents', `${format}document-compound-documents`],
  ['MET', 'Meta', `${format}document-meta`],
  ['LNK', 'Links', `${format}document-links`],
  ['JAP', 'The jsonapi object', `${format}document-jsonapi-object`],
  ['NAM', 'Member names', `${format}document-member-names`],
  ['FET', 'Fetching', `${format}fetching`],
  ['INC', 'Inclusion of related resources', `${format}fetching-includes`],
  ['FLD', 'Sparse fieldsets', `${format}fetching-sparse-fieldsets`],
  ['SRT', 'Sorting', `${format}fetching-sorting`],
  ['PAG', 'Pagination', `${format}fetching-pagination`],
  ['FIL', 'Filtering', `${format}fetching-filtering`],
  ['QRY', 'Query parameters', `${format}query-parameters`],
  ['CRE', 'Creating resources', `${format}crud-creating`],
  ['UPD', 'Updating resources', `${format}crud-updating`],
  ['RUP', 'Updating relationships', `${format}crud-updating-relationships`],
  ['DEL', 'Deleting resources', `${format}crud-deleting`],
  ['ERR', 'Errors', `${format}errors`],
  ['STA', 'Statuses', `${format}errors-processing`],
  ['VER', 'Versions', `${format}document-jsonapi-object`],
  ['LIM', 'Limits', `${format}fetching-pagination`],
  ['REC', 'Recommendations', 'https://jsonapi.org/recommendations/'],
  ['CUR', 'Cursor pagination profile', 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'],
  ['ATM', 'Atomic Operations extension', 'https://jsonapi.org/ext/atomic/'],
];

/** All sections in order. */
export const sections: readonly SectionFacts[] = table.map(([id, title, spec]) => ({ id, title, spec }));

/** Returns the section of a requirement such as `INC-06`. */
export function sectionOf(row: string): SectionFacts {
  const id = row.slice(0, 3);
  return sections.find((section) => section.id === id) ?? { id, title: id, spec: `${format}` };
}
