/** The state of the page in the fragment of its URL: compressed, and never sent to a server. */
import { packText, unpackText } from '../packed-text.ts';
import { type Choices, readChoices } from './choices.ts';

/** A document with the choices beside the editor. */
export interface PageState {
  readonly text: string;
  readonly choices: Choices;
  /** The TypeScript code that declares the types. Absent to check the specification only. */
  readonly declaration?: string | undefined;
}

/** Longer texts have no link: browsers limit the length of a URL. */
export const MAX_LINK_TEXT = 200_000;

/** Returns the fragment for a state. */
export async function formatFragment({ text, choices, declaration }: PageState): Promise<string> {
  return `#1.${await packText(JSON.stringify([text, choices, declaration]))}`;
}

/** Returns the state of a fragment, or `undefined` if the fragment is not one of this page. */
export async function parseFragment(fragment: string): Promise<PageState | undefined> {
  if (!/^#1\.[\w-]+$/.test(fragment)) return undefined;
  try {
    const [text, choices, declaration]: readonly unknown[] = JSON.parse(await unpackText(fragment.slice(3)));
    if (typeof text !== 'string') return undefined;
    return { text, choices: readChoices(choices), ...(typeof declaration === 'string' && { declaration }) };
  } catch {
    return undefined;
  }
}
