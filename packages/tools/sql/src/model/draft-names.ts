import { pluralWords, singularWords } from '../names/inflect.ts';
import { camelCase, pascalCase, wordsOf } from '../names/words.ts';
import type { ChosenTable } from './chosen-tables.ts';
import type { JoinTable, Link } from './links.ts';
import type { DraftOptions } from './model.ts';

/** The last words of a foreign key that only say that it is one. */
const KEY_WORDS: ReadonlySet<string> = new Set(['id', 'uuid', 'guid', 'key', 'fk', 'ref']);

type Style = Pick<DraftOptions, 'names' | 'strip'>;

/** Returns the words of a table, without the prefix that a draft omits. */
export function tableWords({ table }: ChosenTable, { strip = '' }: Style): readonly string[] {
  const { name } = table;
  const isStripped = strip !== '' && name.startsWith(strip) && name.length > strip.length;
  return wordsOf(isStripped ? name.slice(strip.length) : name);
}

/** Returns the names of a type, the best one first. */
export function typeNames(chosen: ChosenTable, place: number, style: Style): readonly string[] {
  const { schema, table } = chosen;
  const words = tableWords(chosen, style);
  const before = schema === undefined ? [] : wordsOf(schema);
  const schemaWords = wordsOf(table.schema);
  if (words.length === 0)
    return [camelCase([...before, 'table', String(place)]), camelCase([...schemaWords, `table${place}`])];
  return [
    ...(style.names === 'database' && schema === undefined ? [table.name] : []),
    camelCase([...before, ...pluralWords(words)]),
    camelCase([...before, ...words]),
    camelCase([...schemaWords, ...pluralWords(words)]),
  ];
}

/** Returns the names of an attribute, the best one first. A field is neither called `id` nor `type`. */
export function attributeNames(chosen: ChosenTable, column: string, place: number, style: Style): readonly string[] {
  const words = wordsOf(column);
  const owner = singularWords(tableWords(chosen, style));
  if (words.length === 0) return [`column${place}`, `${camelCase(owner)}Column${place}`];
  return [...(style.names === 'database' ? [column] : []), camelCase(words), camelCase([...owner, ...words]), column];
}

/** Returns the words of the role that a foreign key says: `original`, `language` of `original_language_id`. Empty if it says none. */
export function roleOf({ columns, source, target, references }: Link): readonly string[] {
  const [column = '', ...others] = columns;
  if (others.length > 0) return [];
  if (source.key.length === 1 && source.key[0] === column) return [];
  const words = wordsOf(column);
  const referenced = wordsOf((references ?? target.key).at(0) ?? '');
  const end = words.slice(-referenced.length);
  if (KEY_WORDS.has(words.at(-1) ?? '')) return words.slice(0, -1);
  const isLonger = words.length > referenced.length || (references !== undefined && words.length === referenced.length);
  const isReferenced = isLonger && end.every((word, index) => word === referenced[index]);
  return isReferenced ? words.slice(0, -referenced.length) : words;
}

/** Returns the name of one resource of a table. */
export function oneOf(chosen: ChosenTable, style: Style): readonly string[] {
  return singularWords(tableWords(chosen, style));
}

/** Returns the names of a to-one relationship, the best one first. */
export function toOneNames(link: Link, style: Style): readonly string[] {
  const role = roleOf(link);
  const one = oneOf(link.target, style);
  const columns = link.columns.flatMap(wordsOf);
  const constraint = link.constraint === undefined ? [] : wordsOf(link.constraint);
  const chain = [role, role.length === 0 ? one : [...role, ...one], constraint, columns, [...columns, ...one]];
  return chain.filter((words) => words.length > 0).map(camelCase);
}

/** Returns whether the role of a foreign key is the name of its target. */
function isNamedAfterTarget(link: Link, style: Style): boolean {
  const role = camelCase(singularWords(roleOf(link)));
  const words = tableWords(link.target, style);
  const one = camelCase(singularWords(words));
  return role === '' || role === one || role === camelCase(words);
}

/**
 * Returns the names of the inverse of a foreign key, the best one first.
 *
 * @param typeName The name of the type that has the foreign key.
 * @param isOnly Whether no other foreign key leads from the one table to the other.
 */
export function inverseNames(link: Link, typeName: string, isOnly: boolean, style: Style): readonly string[] {
  const role = roleOf(link);
  const base = link.isUnique ? camelCase(oneOf(link.source, style)) || typeName : typeName;
  const isParent = link.source === link.target && role.join(' ') === 'parent' && !link.isUnique;
  const isPlain =
    link.source !== link.target && (isNamedAfterTarget(link, style) || (isOnly && style.names !== 'stable'));
  return [
    ...(isParent ? ['children'] : []),
    ...(isPlain ? [base] : []),
    ...(role.length === 0 ? [] : [`${base}By${pascalCase(role)}`]),
    `${base}With${pascalCase(link.columns.flatMap(wordsOf))}`,
  ];
}

/** Whether the name of a join table is made of the names of both of its tables. */
export function isMadeOfBoth({ join, links }: JoinTable, style: Style): boolean {
  const words = new Set(singularWords(tableWords(join, style)).flatMap((word) => [word, singularWords([word])[0]]));
  return links.every(({ target }) => oneOf(target, style).every((word) => words.has(word)));
}

/** Returns the names of the relationship that a join table is, from one side to the table that `to` references. */
export function throughNames(joined: JoinTable, to: Link, targetType: string, style: Style): readonly string[] {
  const { join, links } = joined;
  const role = camelCase(pluralWords(roleOf(to)));
  const isPlain = links[0].target !== links[1].target && isMadeOfBoth(joined, style);
  const chain = [
    ...(isPlain ? [targetType, role] : [role, targetType]),
    camelCase(pluralWords(tableWords(join, style))),
    `${targetType}Through${pascalCase(tableWords(join, style))}`,
  ];
  return chain.filter((name) => name !== '');
}
