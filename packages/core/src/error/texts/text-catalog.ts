import { truncate } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { knownNames } from '../../internal/options.ts';
import { englishTexts, type Placeholders, type TextGroup } from '../chapters/english-texts.ts';
import { fillText } from '../text-part.ts';

type English = typeof englishTexts;

/**
 * The texts of errors in one language, with the groups, names, and placeholders of the English texts. Each code also has its `title`.
 * The texts of a group that a catalog lacks stay English, so a release can add a code. `Required<TextCatalog>` has all groups.
 */
export type TextCatalog = {
  readonly [Group in TextGroup]?: { readonly [Name in Exclude<keyof English[Group], 'status'>]: string };
};

type Different<Left, Right> = Exclude<Left, Right> | Exclude<Right, Left>;

/** The text itself, or a sentence that names the placeholders that only one of the two texts has. A `string` is not checked. */
type CheckedText<Text extends string, EnglishText> = string extends Text
  ? Text
  : [Different<Placeholders<Text>, Placeholders<EnglishText>>] extends [never]
    ? Text
    : `Both languages must have the placeholder {${Different<Placeholders<Text>, Placeholders<EnglishText>> & string}}`;

type MemberOf<Group, Name> = Name extends keyof Group ? Group[Name] : never;

/** A catalog with the mistakes of `Given` as the types of its members. */
type CheckedTexts<Given> = {
  readonly [Group in keyof Given]: Group extends TextGroup
    ? {
        readonly [Name in keyof Given[Group]]: Name extends keyof English[Group]
          ? CheckedText<Given[Group][Name] & string, MemberOf<English[Group], Name>>
          : never;
      }
    : never;
};

/** The placeholders of a text, sorted, as text. */
function placeholders(text: string): string {
  const names: string[] = [];
  fillText(text, (name) => {
    names.push(`{${name}}`);
    return '';
  });
  return names.sort().join(' ');
}

function assertNames(where: string, names: readonly string[], known: readonly string[], what: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${where}: unknown ${what} "${truncate(unknown)}".${knownNames(unknown, known, what)}`);
}

function assertGroup(group: string, given: unknown, english: Readonly<Record<string, string | number>>): void {
  const where = `defineTexts: ${group}`;
  const known = Object.keys(english).filter((name) => name !== 'status');
  const names = Object.keys(ownMembers(given));
  const missing = known.find((name) => !names.includes(name));
  if (missing !== undefined) throw new TypeError(`${where}: the text "${missing}" is missing.`);
  assertNames(where, names, known, 'text');
  for (const [name, text] of Object.entries(ownMembers(given))) {
    if (typeof text !== 'string' || text === '')
      throw new TypeError(`${where}.${name} must be a string that is not empty.`);
    const wanted = placeholders(english[name] as string);
    if (placeholders(text) !== wanted)
      throw new TypeError(`${where}.${name} must have the placeholders of the English text: ${wanted || 'none'}.`);
  }
}

/**
 * Returns the texts of errors in a language. An unknown group, a missing or unknown name in a group, and a placeholder that only one of
 * the two languages has, is an error of the compiler at its line, and for texts from a file, a TypeError.
 *
 * @throws {TypeError} If a group is unknown, a text of a group is missing or unknown, or does not have the placeholders of the English text.
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function defineTexts<const Given extends TextCatalog>(texts: Given & CheckedTexts<Given>): TextCatalog {
  const given = ownMembers(texts);
  assertNames('defineTexts', Object.keys(given), Object.keys(englishTexts), 'group');
  for (const [group, own] of Object.entries(given)) assertGroup(group, own, englishTexts[group as TextGroup]);
  return texts;
}
