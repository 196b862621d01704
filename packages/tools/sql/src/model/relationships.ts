import type { NameTaker } from '../names/name-taker.ts';
import { writeBy } from './allowed-writes.ts';
import type { ChosenTable } from './chosen-tables.ts';
import { inverseNames, isMadeOfBoth, throughNames, toOneNames } from './draft-names.ts';
import type { JoinTable, Link } from './links.ts';
import type { DraftNote, DraftOptions, DraftRelationship } from './model.ts';

/** A type while its relationships are collected. */
export interface GrowingType {
  readonly chosen: ChosenTable;
  readonly name: string;
  readonly names: NameTaker;
  readonly relationships: DraftRelationship[];
}

/** The values that all relationships of a draft share. */
export interface Drafting {
  readonly types: ReadonlyMap<ChosenTable, GrowingType>;
  readonly options: DraftOptions;
  readonly notes: DraftNote[];
}

/** A relationship of a draft while its inverse relationship is not known. */
type Growing = { -readonly [Name in keyof DraftRelationship]: DraftRelationship[Name] };

const single = (names: readonly string[]): string | readonly string[] =>
  names.length === 1 ? String(names[0]) : names;

function take(
  drafting: Drafting,
  { chosen, names }: GrowingType,
  chain: readonly string[],
  what: string,
): string | undefined {
  const name = names.take(chain);
  const table = chosen.tableName;
  const note = { table, column: what };
  if (name === undefined) drafting.notes.push({ ...note, kind: 'left out', text: 'all of its names are taken' });
  else if (name !== chain[0] && chain[0] !== 'type' && chain[0] !== 'id')
    drafting.notes.push({ ...note, kind: 'renamed', text: `${name}, because ${chain[0]} is taken` });
  return name;
}

const referencesOf = ({ references }: Link) => (references === undefined ? {} : { references: single(references) });

/** Returns the column of another unique key than the id that can be NULL: rows without a value of it cannot be linked. */
function emptyColumnOf({ target, references = [] }: Link): string | undefined {
  return references.find((name) => target.table.columns.get(name)?.nullable !== false);
}

/** Returns when requests can write a foreign key: a part of an id only with a new resource, and a column only through one field. */
function writeOf(link: Link, written: ReadonlySet<string>, options: DraftOptions): DraftRelationship['write'] {
  const { source, columns } = link;
  const isOwnId = source.key.length === 1 && columns.includes(source.key[0] as string);
  if (isOwnId || columns.every((name) => written.has(name)) || emptyColumnOf(link) !== undefined) return false;
  if (columns.some((name) => source.table.columns.get(name)?.generated !== undefined)) return false;
  const isFixed = columns.some((name) => source.key.includes(name));
  return writeBy(options, source.table, columns, isFixed);
}

/** A to-one relationship, and the foreign key that stores it. */
interface DraftedLink {
  readonly link: Link;
  readonly relationship: Growing;
}

/** Adds the to-one relationship of each foreign key. */
export function addToOnes(drafting: Drafting, links: readonly Link[]): readonly DraftedLink[] {
  const { types, options } = drafting;
  const written = new Map<ChosenTable, Set<string>>();
  return links.flatMap((link) => {
    const own = types.get(link.source);
    const target = types.get(link.target);
    if (own === undefined || target === undefined) return [];
    const name = take(drafting, own, toOneNames(link, options), link.columns.join(', '));
    if (name === undefined) return [];
    const known = written.get(link.source) ?? new Set();
    const write = writeOf(link, known, options);
    written.set(link.source, new Set([...known, ...link.columns]));
    const empty = emptyColumnOf(link);
    if (empty !== undefined)
      drafting.notes.push({
        ...{ table: link.source.tableName, column: link.columns.join(', '), kind: 'read-only' },
        text: `${name}, because ${link.target.tableName}.${empty}, which it references, can be NULL`,
      });
    const hasDefault = link.columns.some((it) => link.source.table.columns.get(it)?.default !== undefined);
    const relationship: Growing = {
      ...{ name, kind: 'to-one', target: target.name, inverse: undefined, write },
      required: !link.isNullable && !hasDefault && write !== false,
      filter:
        options.filter !== 'none' &&
        (link.isIndexed || options.filter === 'all' || options.isSmall?.(link.source.table) === true),
      storage: { column: single(link.columns), ...referencesOf(link) },
    };
    own.relationships.push(relationship);
    return [{ link, relationship }];
  });
}

/** Adds the inverse of each foreign key: to-many, or to-one if the foreign key is unique. */
export function addInverses(drafting: Drafting, drafted: readonly DraftedLink[]): void {
  const { types, options } = drafting;
  const counts = Map.groupBy(drafted, ({ link }) => JSON.stringify([link.source.tableName, link.target.tableName]));
  for (const { link, relationship } of drafted) {
    const { source, target, columns, isUnique } = link;
    const [owner, own] = [types.get(source), types.get(target)];
    if (owner === undefined || own === undefined) continue;
    const isOnly = counts.get(JSON.stringify([source.tableName, target.tableName]))?.length === 1;
    const what = `${source.tableName}.${columns.join(', ')}`;
    const name = take(drafting, own, inverseNames(link, owner.name, isOnly, options), what);
    if (name === undefined) continue;
    relationship.inverse = name;
    own.relationships.push({
      ...{ name, kind: isUnique ? 'to-one' : 'to-many', target: owner.name, inverse: relationship.name },
      ...{ required: false, write: relationship.write === true, filter: false },
      storage: { foreignKey: single(columns), ...referencesOf(link) },
    });
  }
}

/** Adds both relationships of each join table. */
export function addJoins(drafting: Drafting, joins: readonly JoinTable[]): void {
  const { types, options } = drafting;
  // A join table that is named after both of its tables has the first right to their names.
  const isPlain = (joined: JoinTable): number => (isMadeOfBoth(joined, options) ? 0 : 1);
  for (const joined of joins.toSorted((one, other) => isPlain(one) - isPlain(other))) {
    const [left, right] = joined.links;
    const sides = [
      [left, right],
      [right, left],
    ] as const;
    const named = sides.flatMap(([from, to]) => {
      const [own, target] = [types.get(from.target), types.get(to.target)];
      if (own === undefined || target === undefined) return [];
      const name = take(drafting, own, throughNames(joined, to, target.name, options), joined.join.tableName);
      return name === undefined ? [] : [{ own, target, name, from, to }];
    });
    for (const [index, { own, target, name, from, to }] of named.entries()) {
      own.relationships.push({
        ...{ name, kind: 'to-many', target: target.name, inverse: named[1 - index]?.name },
        ...{ required: false, write: joined.isWritable, filter: false },
        storage: { through: joined.join.tableName, from: String(from.columns[0]), to: String(to.columns[0]) },
        ...(joined.member.length > 0 && { member: joined.member }),
      });
    }
  }
}
