import { truncate } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { knownNames } from '../../internal/options.ts';
import { englishMessages, type MessageGroup, type Placeholders } from '../chapters/english-messages.ts';
import { fillText } from '../message-part.ts';

type English = typeof englishMessages;

/**
 * The messages of errors in one language, with the groups, names, and placeholders of the English messages. Each code also has its `title`.
 * The messages of a group that a translation lacks stay English, so a release can add a code. `Required<Messages>` has all groups.
 */
export type Messages = {
  readonly [Group in MessageGroup]?: { readonly [Name in Exclude<keyof English[Group], 'status'>]: string };
};

type Different<Left, Right> = Exclude<Left, Right> | Exclude<Right, Left>;

/** The text itself, or a sentence that names the placeholders that only one of the two messages has. A `string` is not checked. */
export type CheckedText<Text extends string, EnglishText> = string extends Text
  ? Text
  : [Different<Placeholders<Text>, Placeholders<EnglishText>>] extends [never]
    ? Text
    : `Both languages must have the placeholder {${Different<Placeholders<Text>, Placeholders<EnglishText>> & string}}`;

type MemberOf<Group, Name> = Name extends keyof Group ? Group[Name] : never;

/** A translation with the mistakes of `Given` as the types of its members. */
type CheckedMessages<Given> = {
  readonly [Group in keyof Given]: Group extends MessageGroup
    ? {
        readonly [Name in keyof Given[Group]]: Name extends keyof English[Group]
          ? CheckedText<Given[Group][Name] & string, MemberOf<English[Group], Name>>
          : never;
      }
    : never;
};

/** The placeholders of a message, sorted, as text. */
function placeholders(text: string): string {
  const names: string[] = [];
  fillText(text, (name) => {
    names.push(`{${name}}`);
    return '';
  });
  return names.sort().join(' ');
}

/** Checks that names are known. */
export function assertNames(where: string, names: readonly string[], known: readonly string[], what: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${where}: unknown ${what} "${truncate(unknown)}".${knownNames(unknown, known, what)}`);
}

/** Checks the messages of one group. */
export function assertGroup(
  at: string,
  group: string,
  given: unknown,
  english: Readonly<Record<string, string | number>>,
): void {
  const where = `${at}: ${group}`;
  const known = Object.keys(english).filter((name) => name !== 'status');
  const names = Object.keys(ownMembers(given));
  const missing = known.find((name) => !names.includes(name));
  if (missing !== undefined) throw new TypeError(`${where}: the message "${missing}" is missing.`);
  assertNames(where, names, known, 'message');
  for (const [name, text] of Object.entries(ownMembers(given))) {
    if (typeof text !== 'string' || text === '')
      throw new TypeError(`${where}.${name} must be a string that is not empty.`);
    const wanted = placeholders(english[name] as string);
    if (placeholders(text) !== wanted)
      throw new TypeError(`${where}.${name} must have the placeholders of the English message: ${wanted || 'none'}.`);
  }
}

/**
 * Returns the messages of errors in a language. An unknown group, a missing or unknown name in a group, and a placeholder that only one of
 * the two languages has, is an error of the compiler at its line, and for messages from a file, a TypeError.
 *
 * @throws {TypeError} If a group is unknown, a message of a group is missing or unknown, or does not have the placeholders of the English message.
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function defineMessages<const Given extends Messages>(messages: Given & CheckedMessages<Given>): Messages {
  const given = ownMembers(messages);
  assertNames('defineMessages', Object.keys(given), Object.keys(englishMessages), 'group');
  for (const [group, own] of Object.entries(given))
    assertGroup('defineMessages', group, own, englishMessages[group as MessageGroup]);
  return messages;
}
