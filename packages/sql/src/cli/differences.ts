import { compareMapping } from '@linkage/kysely';
import { newParts } from '../files/compare-draft.ts';
import { secretFields } from '../files/secret-fields.ts';
import type { DraftModel } from '../model/model.ts';
import type { OwnApi } from './read-api.ts';
import type { ReadDatabase } from './read-database.ts';

/** The levels of differences, the worst one first. */
export const levels = ['error', 'warning', 'info'] as const;
export type Level = (typeof levels)[number];

/** A difference between an API and its database, and the line to change. */
export interface Difference {
  readonly level: Level;
  readonly where: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** The lines to add. */
  readonly code: readonly string[];
}

/**
 * Compares an API with its database: mistakes of the mapping, what is secret by its name, and what is new in the database.
 *
 * @param show Tables and columns that the API shows on purpose.
 */
export function differencesOf(
  own: OwnApi,
  { db, catalog }: ReadDatabase,
  model: DraftModel,
  show: readonly string[] = [],
): readonly Difference[] {
  const wrong = compareMapping(own.api, db, own.mapping as never, catalog);
  return [
    ...wrong.map((it) => ({ ...it, ...own.placeOf(it.where), code: [] })),
    ...secretFields(own, catalog, show).map(
      (it): Difference => ({ level: 'warning', ...it, ...own.placeOf(it.where), code: [] }),
    ),
    ...newParts(model, own).map(({ name, text, type, lines }): Difference => {
      const where = type === undefined ? 'mapping' : `mapping.${type}`;
      const [first] = lines;
      const code = lines.map((it) => (it === first ? it.code : `${it.code} // in ${it.file}, ${it.type}.${it.member}`));
      return { level: 'info', where: name, message: `new: ${text}`, ...own.placeOf(where), code };
    }),
  ];
}
