import { errorTable, type Joined, joined, joinedChapters } from './error-table.ts';
import * as shared from './shared-texts.ts';

/**
 * Every text that `detail` of an error of this library can contain, by code and part, and the status and title of each code. A
 * placeholder in braces stands for a value. The codes, the parts, and the placeholders are stable; the texts can change in every
 * release. `common` contains sentences of any error. The groups after it contain the phrases of a placeholder with the name of the
 * group, such as `{reason}` or `{reason2}`.
 */
export const englishTexts: Joined<typeof shared> & typeof errorTable = joined(joinedChapters(shared), errorTable);

/** The groups of the texts: the codes of errors, `common`, and the phrases of a placeholder. */
export type TextGroup = keyof typeof englishTexts;

/** The names of the texts of a group. */
export type TextName<Group extends TextGroup> = Exclude<
  keyof (typeof englishTexts)[Group] & string,
  'status' | 'title'
>;

/** The stable key of a text: its group and its name, such as `ATTRIBUTE_UNKNOWN.attribute` or `common.didYouMean`. */
export type TextKey = { [Group in TextGroup]: `${Group}.${TextName<Group>}` }[TextGroup];

/** The keys of the texts of these groups. */
export type KeyOf<Group extends TextGroup> = Extract<TextKey, `${Group}.${string}`>;

/** The placeholders of a text. */
export type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
