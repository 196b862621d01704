import { usageError } from '@linkage/core/internal';
import type { DatabaseSchema } from '@linkage/kysely';
import { parseColumnType } from '@linkage/kysely/internal';
import { createNameTaker } from '../names/name-taker.ts';
import { camelCase, pascalCase, wordsOf } from '../names/words.ts';
import type { ChosenTable } from './chosen-tables.ts';
import type { DraftValue } from './draft-value.ts';
import { draftedValue, isNamed } from './drafted-value.ts';
import type { DraftFunction, KnownFunction } from './function-model.ts';
import type { DatabaseKind, DraftModel, DraftNote, DraftRelationship } from './model.ts';

type TypedText = Pick<KnownFunction['returns'], 'typeName' | 'labels' | 'isOpen'>;

/** Returns the values of a parameter or of a result. Undefined if they are any JSON. */
function drawnValue({ typeName, labels, isOpen }: TypedText, database: DatabaseKind): DraftValue | undefined {
  if (isOpen === true) return undefined;
  const column = { type: parseColumnType(typeName), typeName, nullable: true, ...(labels && { labels }) };
  const value = draftedValue(column, database)?.value;
  // Functions receive and return bytes as the database writes them.
  return value?.kind === 'bytes' ? undefined : value;
}

/** Whether a number of JSON does not hold the values exactly. */
function isExactText(value: DraftValue): boolean {
  return value.kind === 'array' ? isExactText(value.of) : value.kind === 'large integer' || value.kind === 'decimal';
}

/** The types of a draft. */
interface Types {
  readonly databaseSchema: DatabaseSchema;
  readonly database: DatabaseKind;
  readonly chosen: readonly ChosenTable[];
  readonly relationshipsOf: (table: ChosenTable) => readonly DraftRelationship[];
}

/** A function, with the table whose type has its URL. */
export interface PlacedFunction {
  readonly under: ChosenTable;
  readonly drafted: DraftFunction;
}

/** Returns what a function returns, and how statements read it. */
function resultOf(
  known: KnownFunction,
  target: ChosenTable | undefined,
  database: DatabaseKind,
): Pick<DraftFunction, 'result' | 'as' | 'ids'> {
  const { typeName, isVoid } = known.returns;
  if (isVoid) return { result: undefined, as: 'text' };
  // The columns of a row can be secret, so its type says what of it is shown.
  if (target?.key.length === 1) return { result: { kind: 'array', of: { kind: 'text' } }, ids: target.key[0] };
  const value = target === undefined ? (drawnValue(known.returns, database) ?? { kind: 'json' }) : undefined;
  if (value === undefined)
    throw usageError(`--function ${known.name}: it returns ${typeName}, whose id has several columns.`);
  const as = isExactText(value) ? `text${'[]'.repeat(typeName.split('[]').length - 1)}` : undefined;
  return { result: known.returnsSet ? { kind: 'array', of: value } : value, ...(as !== undefined && { as }) };
}

/** Places a function: below the table that the option names, the one whose row it takes, or the one whose rows it returns. */
function place(
  known: KnownFunction,
  of: string | undefined,
  { databaseSchema, database, chosen, relationshipsOf }: Types,
): PlacedFunction {
  const fail = (text: string): Error => usageError(`--function ${known.name}: ${text}`);
  const tableOf = (row: string | undefined): ChosenTable | undefined =>
    row === undefined ? undefined : chosen.find(({ table }) => table === databaseSchema.tables.get(row));
  const [first, ...rest] = known.parameters;
  const row = tableOf(first?.row);
  const target = tableOf(known.returns.row);
  const under = of === undefined ? (row ?? target) : chosen.find(({ table }) => isNamed(table, [of]));
  if (under === undefined)
    throw fail(`no table that is served has its URL. Name one: --function <table>.${known.name}.`);
  if (row !== undefined && under !== row)
    throw fail(`it takes a row of ${row.tableName}, so it belongs to this table.`);
  if (row !== undefined && known.isProcedure) throw fail('it is a procedure that takes a row.');
  if (row !== undefined && row.key.length > 1) throw fail(`the id of ${row.tableName} has several columns.`);
  const own = row === undefined ? known.parameters : rest;
  const wrong = own.find((it) => it.row !== undefined || it.name === '' || it.isVariadic);
  if (wrong !== undefined) throw fail('it has a parameter without a name, of a row, or of any number of values.');
  const isList = known.isStable && known.returnsSet && row === undefined && target === under && under.key.length === 1;
  const words = wordsOf(known.name);
  const one = camelCase(words);
  // A name of letters from a to z alone is reserved for the specification.
  const listNames = [...(/^[a-z]+$/.test(one) ? [] : [one]), `${one}${pascalCase(wordsOf(under.table.name))}`];
  const taker = createNameTaker(relationshipsOf(under).map(({ name }) => name));
  const name = taker.take(isList ? listNames : [one, `${one}Function`, `function${pascalCase(words)}`]);
  if (name === undefined) throw fail('its name cannot become one of the API.');
  return {
    under,
    drafted: {
      name,
      kind: isList ? 'list' : row === undefined ? 'collection' : 'resource',
      statementName: known.isFound ? known.name : `${known.schema}.${known.name}`,
      row: row && { table: row.tableName, id: String(row.key[0]) },
      parameters: own.map((it) => ({
        ...{ name: it.name, typeName: it.typeName, isOptional: it.hasDefault },
        value: drawnValue(it, database) ?? { kind: 'json' },
      })),
      ...{ isStable: known.isStable, returnsSet: known.returnsSet, isProcedure: known.isProcedure },
      ...resultOf(known, target, database),
      description: known.comment,
    },
  };
}

/**
 * Returns the functions of a draft by the tables whose types have their URLs.
 *
 * @throws {Error} If a function cannot be called by clients: an option names it, so it is not left out silently.
 */
export function placeFunctions(
  given: readonly { readonly of?: string | undefined; readonly known: KnownFunction }[],
  types: Types,
): ReadonlyMap<ChosenTable, readonly DraftFunction[]> {
  const placed = given.map(({ of, known }) => place(known, of, types));
  const grouped = Map.groupBy(placed, ({ under }) => under);
  for (const all of grouped.values()) {
    const names = all.map(({ drafted }) => drafted.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw usageError(`--function: two functions have the name ${twice} in the API.`);
  }
  return new Map([...grouped].map(([under, all]) => [under, all.map(({ drafted }) => drafted)]));
}

/** Returns a model without the functions that can write. */
export function withoutWriters({ types, notes, ...others }: DraftModel): DraftModel {
  const closed = types.flatMap(({ tableName: table, functions }) =>
    functions.flatMap(({ statementName, isStable }): readonly DraftNote[] =>
      isStable
        ? []
        : [{ table, kind: 'left out', text: `the function ${statementName} can write`, option: '--allow-writes' }],
    ),
  );
  const open = types.map((type) => ({ ...type, functions: type.functions.filter(({ isStable }) => isStable) }));
  return { ...others, types: open, notes: [...notes, ...closed] };
}
