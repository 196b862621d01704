import type { JSX } from 'preact';
import { showFragment } from '../../shared/use-fragment.ts';
import { formatFragment } from '../model/fragment.ts';
import type { Inputs, Question } from '../model/question.ts';
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

/** Gives the reader the project of a declaration. Returns what the page says then. */
export async function downloadProject(inputs: Inputs): Promise<Notice> {
  const [{ projectFiles }, { packedProject }] = await Promise.all([
    import('../project/project-files.ts'),
    import('../project/zip.ts'),
  ]);
  const project = projectFiles(inputs);
  if ('mistake' in project) return project.mistake;
  save('linkage-api.zip', await packedProject(project.files));
  return { done: 'Unpack linkage-api.zip, and run in its folder: npm install, npm start.' };
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
  const download = async (): Promise<void> => onNotice(await downloadProject(state));
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
