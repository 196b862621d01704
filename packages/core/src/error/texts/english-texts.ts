import { documentTexts } from './document-texts.ts';
import { queryTexts } from './query-texts.ts';
import { requestTexts } from './request-texts.ts';
import { resourceTexts } from './resource-texts.ts';
import { sharedTexts } from './shared-texts.ts';

type EnglishTexts = typeof sharedTexts &
  typeof requestTexts &
  typeof queryTexts &
  typeof documentTexts &
  typeof resourceTexts;

/* @__NO_SIDE_EFFECTS__ */
function joined(...chapters: readonly object[]): EnglishTexts {
  return Object.assign({}, ...chapters);
}

/**
 * Every text that `detail` of an error of this library can contain, by code and part. A placeholder in braces stands for a value. The
 * codes, the parts, and the placeholders are stable; the texts can change in every release. `common` contains sentences of any
 * error. The groups after it contain the phrases of a placeholder with the name of the group, such as `{reason}` or `{reason2}`.
 */
export const englishTexts: EnglishTexts = joined(sharedTexts, requestTexts, queryTexts, documentTexts, resourceTexts);
