export { createClient } from './create-client.ts';
export type {
  AtomicClient,
  Client,
  Created,
  QueriedResource,
  Related,
  RelatedIdentifiers,
  RelatedResources,
} from './client.ts';
export type { ListQuery, Known, MixedQuery, RelatedReadQuery, GetQuery } from './query.ts';
export type {
  AtomicFeature,
  ClientOptions,
  ReadOptions,
  ResourceWriteOptions,
  WriteOptions,
} from './client-options.ts';
export type { ActionAnswer, ActionInput, NameOfAction } from './action.ts';
export type { AddedNames, ApiWith } from './added-names.ts';
export type { Answer, SavedAnswer, ShareResources, WaitOptions } from './answer.ts';
export { saveAnswer } from './save-answer.ts';
export type { LinkName, WritableLinkName } from './names.ts';
export type { Page } from './page.ts';
export type {
  Changes,
  Identified,
  LinkageOf,
  LocallyIdentified,
  NewRelated,
  NewResource,
  RequestReference as Reference,
} from '@linkage/core';
export type { LinkageUpdate } from './linkage.ts';
export { type AttributeDates, attributeDates, type WithDates } from './attribute-dates.ts';
export { type CheckedWrite, type RequestChecks, requestChecks } from './checks.ts';
export { type AtomicOptions, atomicRequests } from './atomic.ts';
export type { Handle, Operation, OperationOptions, Transaction, TransactionResults } from './transaction.ts';
export { ClientError, type ClientErrorKind } from './client-error.ts';
export { errorsByField, errorsByPath, type PlacedErrors } from './errors-by-field.ts';
export { hasStatus } from './has-status.ts';
export { createIdempotencyKey } from './write.ts';
export { mapAnswer, patchAnswer } from './patch-answer.ts';
export { type AggregatesGroup, type AggregatesQuery, readAggregates } from './read-aggregates.ts';
export { type MembersQuery, relatedQuery } from './related-query.ts';
export { importRows } from './import-rows.ts';
export { ImportError, type ImportOptions, type ImportProgress, type RejectedRow } from './send-rows.ts';
