import { collectionErrors, collectionTextsOfPages, collectionTextsOfServers } from './collection-errors.ts';
import { conditionErrors, conditionTextsOfServers, conditionTextsOfVersions } from './condition-errors.ts';
import {
  documentErrors,
  documentTextsOfActions,
  documentTextsOfOperations,
  documentTextsOfServers,
} from './document-errors.ts';
import { includeErrors, includeTextsOfServers } from './include-errors.ts';
import { negotiationErrors, negotiationTextsOfServers } from './negotiation-errors.ts';
import { pageErrors } from './page-errors.ts';
import { queryErrors, queryTextsOfServers } from './query-errors.ts';
import { requestErrors, requestTextsOfHosts, requestTextsOfServers } from './request-errors.ts';
import { resourceErrors, resourceTextsOfOperations, resourceTextsOfServers } from './resource-errors.ts';

type ErrorTable = typeof requestErrors &
  typeof requestTextsOfHosts &
  typeof requestTextsOfServers &
  typeof negotiationErrors &
  typeof negotiationTextsOfServers &
  typeof conditionErrors &
  typeof conditionTextsOfVersions &
  typeof conditionTextsOfServers &
  typeof queryErrors &
  typeof queryTextsOfServers &
  typeof collectionErrors &
  typeof collectionTextsOfPages &
  typeof collectionTextsOfServers &
  typeof pageErrors &
  typeof includeErrors &
  typeof includeTextsOfServers &
  typeof documentErrors &
  typeof documentTextsOfOperations &
  typeof documentTextsOfServers &
  typeof documentTextsOfActions &
  typeof resourceErrors &
  typeof resourceTextsOfOperations &
  typeof resourceTextsOfServers;

/* @__NO_SIDE_EFFECTS__ */
/** Returns the groups of several tables. */
export function joined<Table>(...tables: readonly object[]): Table {
  const all: Record<string, object> = {};
  for (const table of tables)
    for (const [group, texts] of Object.entries(table)) all[group] = { ...all[group], ...texts };
  return all as Table;
}

/**
 * Every code that an error of this library can have, with its HTTP status, its title, and its English texts. Codes are stable: the
 * status and the meaning of a code do not change, and its title is the same for every occurrence. `scripts/docs/write-errors.ts`
 * creates `docs/errors.md` from the chapters: each comment states when an error occurs and, after "Client:", the remedy
 * for the client.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export const errorTable: ErrorTable = joined(
  requestErrors,
  requestTextsOfHosts,
  requestTextsOfServers,
  negotiationErrors,
  negotiationTextsOfServers,
  conditionErrors,
  conditionTextsOfVersions,
  conditionTextsOfServers,
  queryErrors,
  queryTextsOfServers,
  collectionErrors,
  collectionTextsOfPages,
  collectionTextsOfServers,
  pageErrors,
  includeErrors,
  includeTextsOfServers,
  documentErrors,
  documentTextsOfOperations,
  documentTextsOfServers,
  documentTextsOfActions,
  resourceErrors,
  resourceTextsOfOperations,
  resourceTextsOfServers,
);

/** The code of an error. */
export type ErrorCode = keyof ErrorTable;
