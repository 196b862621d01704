import { defineMessages } from '@linkage/core';
import { documentMessages } from './german-document.ts';
import { queryMessages } from './german-query.ts';
import { requestMessages } from './german-request.ts';
import { resourceMessages } from './german-resource.ts';
import { sharedMessages } from './german-shared.ts';

// #region german
/** The messages of all errors in German, by code and part. The compiler finds misspelled names and placeholders, and missing names in a group. */
export const german = defineMessages({
  ...sharedMessages,
  ...requestMessages,
  ...queryMessages,
  ...documentMessages,
  ...resourceMessages,
});
// #endregion
