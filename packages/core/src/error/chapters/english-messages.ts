import { errorTable, type Joined, joined, joinedChapters } from './error-table.ts';
import * as shared from './shared-messages.ts';

/**
 * Every string that `detail` of an error of this library can contain, by code and part, and the status and title of each code. A
 * placeholder in braces stands for a value. The codes, the parts, and the placeholders are stable; the messages can change in every
 * release. `common` contains sentences of any error. The groups after it contain the phrases of a placeholder with the name of the
 * group, such as `{reason}` or `{reason2}`.
 */
export const englishMessages: Joined<typeof shared> & typeof errorTable = joined(joinedChapters(shared), errorTable);

/** The groups of the messages: the codes of errors, `common`, and the phrases of a placeholder. */
export type MessageGroup = keyof typeof englishMessages;

/** The names of the messages of a group. */
export type MessageName<Group extends MessageGroup> = Exclude<
  keyof (typeof englishMessages)[Group] & string,
  'status' | 'title'
>;

/** The stable key of a message: its group and its name, such as `ATTRIBUTE_UNKNOWN.attribute` or `common.didYouMean`. */
export type MessageKey = { [Group in MessageGroup]: `${Group}.${MessageName<Group>}` }[MessageGroup];

/** The keys of the messages of these groups. */
export type KeyOf<Group extends MessageGroup> = Extract<MessageKey, `${Group}.${string}`>;

/** The placeholders of a message. */
export type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
