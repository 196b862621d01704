import type { JSX } from 'preact';
import { showFragment } from '../../shared/use-fragment.ts';
import { formatFragment } from '../model/fragment.ts';
import type { Question } from '../model/question.ts';
import type { Notice } from './summary.tsx';

interface Properties {
  readonly state: Question;
  readonly onNotice: (notice: Notice) => void;
}

/** Copies a text. Returns whether the browser allowed it. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The button that copies a link with the texts. */
export function Share({ state, onNotice }: Properties): JSX.Element {
  const share = async (): Promise<void> => {
    const fragment = await formatFragment(state);
    if (fragment === '') return onNotice('The texts are too long for a link.');
    showFragment(fragment);
    const isCopied = await copied(location.href);
    onNotice({ done: isCopied ? 'The link is copied.' : 'Copy the address of this page: it contains the texts.' });
  };
  return (
    <button type="button" onClick={share}>
      Share
    </button>
  );
}
