import { defineTexts } from '@linkage/core';
import { documentTexts } from './german-document.ts';
import { queryTexts } from './german-query.ts';
import { requestTexts } from './german-request.ts';
import { resourceTexts } from './german-resource.ts';
import { sharedTexts } from './german-shared.ts';

// #region german
/** The texts of all errors in German, by code and part. The compiler finds misspelled names and placeholders, and missing names in a group. */
export const german = defineTexts({
  ...sharedTexts,
  ...requestTexts,
  ...queryTexts,
  ...documentTexts,
  ...resourceTexts,
});
// #endregion
