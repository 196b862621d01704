import type { JSX } from 'preact';
import { showFragment } from '../../shared/use-fragment.ts';
import { formatFragment } from '../model/fragment.ts';
import type { Question } from '../model/question.ts';
import type { Notice } from './summary.tsx';

interface Properties {
  readonly state: Question;
  readonly onNotice: (notice: Notice) => void;
}

/** Copies a string. Returns whether the browser allowed it. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Gives the reader a file. */
function save(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/** The buttons that take a declaration elsewhere: as a link, and as a project. */
export function Share({ state, onNotice }: Properties): JSX.Element {
  const share = async (): Promise<void> => {
    const fragment = await formatFragment(state);
    if (fragment === '') return onNotice('The strings are too long for a link. Download the project instead.');
    showFragment(fragment);
    const isCopied = await copied(location.href);
    onNotice({ done: isCopied ? 'The link is copied.' : 'Copy the address of this page: it contains the strings.' });
  };
  const download = async (): Promise<void> => {
    const [{ projectFiles }, { zipOf }] = await Promise.all([
      import('../project/project-files.ts'),
      import('../project/zip.ts'),
    ]);
    const files = projectFiles(state);
    if ('mistake' in files) return onNotice(files.mistake);
    // Programs that unpack do not create a folder for the archive.
    const inFolder = Object.entries(files.files).map(([path, text]) => [`linkage-api/${path}`, text]);
    save('linkage-api.zip', zipOf(Object.fromEntries(inFolder)));
    onNotice({
      done: 'Unpack linkage-api.zip. The README.md in its folder has the two commands that start the server.',
    });
  };
  return (
    <>
      <button type="button" onClick={share}>
        Share
      </button>
      <button type="button" onClick={download}>
        Download the project
      </button>
    </>
  );
}
