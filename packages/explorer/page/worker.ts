/** Validates documents beside the page, so that a large document does not stop it. */
import { validateDocument } from '@linkage/core';

interface Question {
  readonly id: number;
  readonly text: string;
  readonly as: 'response' | 'create' | 'update' | 'relationship' | 'update-relationship' | undefined;
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { id, text, as } = data;
  postMessage({ id, ...judge(text, as) });
});

function judge(text: string, as: Question['as']): object {
  try {
    return { issues: validateDocument(JSON.parse(text), as === undefined ? {} : { as } as never).issues };
  } catch (error) {
    return { failure: String(error) };
  }
}
