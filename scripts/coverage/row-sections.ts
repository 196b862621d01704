/** The section of the specification that each requirement is in. A row without a rule of its own leads to the section of its chapter. */
const format = 'https://jsonapi.org/format/1.1/';

/** The sections by the chapters of the requirements. */
const chapters: Readonly<Record<string, string>> = {
  GEN: `${format}#introduction`,
  EXT: `${format}#extensions`,
  PRO: `${format}#profiles`,
  DOC: `${format}#document-top-level`,
  RES: `${format}#document-resource-objects`,
  REL: `${format}#document-resource-object-relationships`,
  RID: `${format}#document-resource-identifier-objects`,
  CMP: `${format}#document-compound-documents`,
  MET: `${format}#document-meta`,
  LNK: `${format}#document-links`,
  JAP: `${format}#document-jsonapi-object`,
  NAM: `${format}#document-member-names`,
  NEG: `${format}#content-negotiation`,
  FET: `${format}#fetching`,
  INC: `${format}#fetching-includes`,
  FLD: `${format}#fetching-sparse-fieldsets`,
  SRT: `${format}#fetching-sorting`,
  PAG: `${format}#fetching-pagination`,
  FIL: `${format}#fetching-filtering`,
  QRY: `${format}#query-parameters`,
  CRE: `${format}#crud-creating`,
  UPD: `${format}#crud-updating`,
  RUP: `${format}#crud-updating-relationships`,
  DEL: `${format}#crud-deleting`,
  REC: 'https://jsonapi.org/recommendations/',
  CUR: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/',
  ERR: `${format}#error-objects`,
  STA: `${format}#errors-processing`,
  LIM: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/',
  VER: `${format}#document-jsonapi-object`,
  ATM: 'https://jsonapi.org/ext/atomic/',
};

/** Requirements whose section is not that of their chapter. */
const exceptions: Readonly<Record<string, string>> = {
  'GEN-04': `${format}#conventions`,
  'DOC-09': `${format}#fetching-resources`,
  'NAM-09': `${format}#document-member-names-at-members`,
  'NAM-10': `${format}#document-member-names-at-members`,
  'VER-04': `${format}#content-negotiation`,
  'VER-05': `${format}#content-negotiation-servers`,
  'REC-07': 'https://jsonapi.org/recommendations/#patchless-clients',
  'REC-10': 'https://jsonapi.org/recommendations/#asynchronous-processing',
  'REC-11': 'https://jsonapi.org/recommendations/#asynchronous-processing',
  'REC-12': 'https://jsonapi.org/recommendations/#asynchronous-processing',
};

/**
 * Returns the URL of the section with a requirement: `specs` are the sections of the rules that enforce it.
 *
 * @throws {Error} If the chapter is unknown.
 */
export function sectionOf(id: string, specs: readonly (string | undefined)[]): string {
  const section = exceptions[id] ?? specs.find((spec) => spec !== undefined) ?? chapters[id.slice(0, 3)];
  if (section === undefined) throw new Error(`The chapter of the requirement ${id} must have a section.`);
  return section;
}
