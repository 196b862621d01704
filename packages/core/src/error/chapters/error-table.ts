import * as collection from './collection-errors.ts';
import * as condition from './condition-errors.ts';
import * as document from './document-errors.ts';
import * as include from './include-errors.ts';
import * as negotiation from './negotiation-errors.ts';
import * as page from './page-errors.ts';
import * as query from './query-errors.ts';
import * as request from './request-errors.ts';
import * as resource from './resource-errors.ts';

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never;

/** The groups of all tables of chapters. */
export type Joined<Chapter> = Intersection<Chapter extends unknown ? Chapter[keyof Chapter] : never>;

/* @__NO_SIDE_EFFECTS__ */
/** Returns the groups of several tables. */
export function joined<Table>(...tables: readonly object[]): Table {
  const all: Record<string, object> = {};
  for (const table of tables)
    for (const [group, messages] of Object.entries(table)) all[group] = { ...all[group], ...messages };
  return all as Table;
}

/* @__NO_SIDE_EFFECTS__ */
/** Returns the groups of the tables that chapters export. */
export function joinedChapters<Chapters extends readonly object[]>(...chapters: Chapters): Joined<Chapters[number]> {
  return joined(...chapters.flatMap((chapter) => Object.values(chapter)));
}

type Chapter =
  | typeof request
  | typeof negotiation
  | typeof condition
  | typeof query
  | typeof collection
  | typeof page
  | typeof include
  | typeof document
  | typeof resource;

/**
 * Every code that an error of this library can have, with its HTTP status, its title, and its English messages. Codes are stable: the
 * status and the meaning of a code do not change, and its title is the same for every occurrence. `scripts/docs/write-errors.ts`
 * creates `docs/errors.md` from the chapters: each comment says when an error occurs and, after "Client:", the remedy
 * for the client.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export const errorTable: Joined<Chapter> = joinedChapters(
  ...[request, negotiation, condition, query, collection, page, include, document, resource],
);

/** The code of an error. */
export type ErrorCode = keyof typeof errorTable;
