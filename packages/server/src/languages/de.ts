import { defineMessages, type Messages } from '@linkage/core';
import { documentMessages } from './german-document.ts';
import { queryMessages } from './german-query.ts';
import { requestMessages } from './german-request.ts';
import { resourceMessages } from './german-resource.ts';
import { sharedMessages } from './german-shared.ts';

// Another language has its files in this folder, an entry in `package.json` beside `./languages/de`, and a line in `languages.test.ts`.

/** The messages of all errors of the library in German, for `translateErrors`. A message that English has and German lacks does not compile. */
export const german: Messages = defineMessages({
  ...sharedMessages,
  ...requestMessages,
  ...queryMessages,
  ...documentMessages,
  ...resourceMessages,
} satisfies Required<Messages>);
