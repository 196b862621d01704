/** Test doubles from the declaration of an API. Needs fast-check. */
export { createDocuments, type Documents, type DocumentsOptions } from './doubles/create-documents.ts';
export { type SeedOptions, seedRecords } from './doubles/seed-records.ts';
