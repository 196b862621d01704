import { compareMapping, type DatabaseSchema, type DatabaseTable } from '@linkage/kysely';
import { type ComparedApi, type NewPart, newParts } from '../files/compare-draft.ts';
import { isNeeded, lackedFields } from '../files/lacked-columns.ts';
import { mappedColumns, memberColumns } from '../files/mapped-columns.ts';
import { keyCode, textCode } from '../files/text-code.ts';
import { isNamed, secrecyOf } from '../model/drafted-value.ts';
import type { DraftModel, DraftOptions } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';
import { isHiddenTable } from '../names/secrets.ts';
import type { OwnApi } from './read-api.ts';
import type { ReadDatabase } from './read-database.ts';

/** A type or an attribute that requests can read although its name or its values in the database say that it is secret. */
interface SecretField {
  /** The part of the mapping, such as `mapping.staff.attributes.password`. */
  readonly where: string;
  readonly message: string;
}

/** Returns what an API shows, and a draft would hide by its name, unless `show` names it. */
function secretFields(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  databaseSchema: DatabaseSchema,
  choice: Pick<DraftOptions, 'show' | 'hasSecrets'>,
): readonly SecretField[] {
  const secret = (where: string, what: string, name: string, reason = 'by its name'): SecretField => ({
    where,
    message: `the ${what} is secret ${reason}. If clients can see it on purpose, pass ${optionText('show', name)}.`,
  });
  return Object.entries(mapping).flatMap(([type, { table: given, id = 'id' }]): readonly SecretField[] => {
    const tableName = String(given);
    const table: DatabaseTable | undefined = databaseSchema.tables.get(tableName);
    if (table === undefined) return [];
    if (isHiddenTable(table.name) && !isNamed(table, choice.show ?? []))
      return [secret(`mapping.${type}`, `table "${tableName}"`, tableName)];
    const columnOf = (where: string, column: string, of = tableName): readonly SecretField[] => {
      const known = databaseSchema.tables.get(of);
      const reason = known && secrecyOf(known, column, choice);
      return reason === undefined ? [] : [secret(where, `column "${column}"`, `${of}.${column}`, reason)];
    };
    return [
      ...[id].flat().flatMap((column) => columnOf(`mapping.${type}.id`, String(column))),
      ...mappedColumns(mapping, api, type)
        .filter(({ attribute }) => attribute.read)
        .flatMap(({ attribute, column }) => columnOf(`mapping.${type}.attributes.${attribute.name}`, column)),
      ...memberColumns(mapping, api, type).flatMap((it) =>
        columnOf(`mapping.${type}.relationships.${it.relationship}.member.${it.name}`, it.column, it.table),
      ),
    ];
  });
}

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

/** Returns what to write if a missing column of an attribute has another name now: its table has one new column that is an attribute. */
function renameHint(where: string, message: string, parts: readonly NewPart[]): string {
  const [, type, name = ''] = /^mapping\.([^.]{1,1000})\.attributes\.([^.]{1,1000})$/.exec(where) ?? [];
  if (type === undefined || !message.startsWith('the table does not have a column')) return '';
  const columns = parts.filter((it) => it.type === type).flatMap(({ column }) => column ?? []);
  const [column] = columns;
  if (column === undefined || columns.length > 1) return '';
  return ` If its new name is ${JSON.stringify(column)}, write in the mapping: attributes: { ${keyCode(name)}: ${textCode(column)} }.`;
}

/**
 * Compares an API with its database: mistakes of the mapping, what is secret by its name or its values, and what is new in the database.
 *
 * @param choice `show`: tables and columns that the API shows on purpose.
 */
export function differencesOf(
  own: OwnApi,
  { db, databaseSchema }: ReadDatabase,
  model: DraftModel,
  choice: Pick<DraftOptions, 'show' | 'hasSecrets'>,
): readonly Difference[] {
  const wrong = compareMapping(own.api, db, own.mapping as never, databaseSchema);
  const parts = newParts(model, own);
  return [
    ...wrong.map(({ message, ...it }) => ({
      ...it,
      message: message + renameHint(it.where, message, parts),
      ...own.placeOf(it.where),
      code: [],
    })),
    ...lackedFields(own, databaseSchema.tables).map(
      (it): Difference => ({ level: 'error', ...it, ...own.placeOf(it.where), code: [] }),
    ),
    ...secretFields(own, databaseSchema, choice).map(
      (it): Difference => ({ level: 'warning', ...it, ...own.placeOf(it.where), code: [] }),
    ),
    ...parts.map(({ name, text, type, lines }): Difference => {
      const where = type === undefined ? 'mapping' : `mapping.${type}`;
      const [first] = lines;
      const code = lines.map((it) => (it === first ? it.code : `${it.code} // in ${it.file}, ${it.type}.${it.member}`));
      const end = name.lastIndexOf('.');
      const columns = name.slice(end + 1).split(', ');
      const isLacking =
        type !== undefined && columns.some((it) => isNeeded(databaseSchema.tables, name.slice(0, end), it));
      const message = `new: ${text}${isLacking ? ', and new rows need it: POST fails without it' : ''}`;
      return { level: isLacking ? 'error' : 'info', where: name, message, ...own.placeOf(where), code };
    }),
  ];
}
