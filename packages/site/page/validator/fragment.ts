/** The state of the page in the fragment of its URL: compressed, and never sent to a server. */
import { packText, unpackText } from '../packed-text.ts';
import { type Choices, readChoices } from './choices.ts';

/** A document with the choices beside the editor. */
export interface PageState {
  readonly text: string;
  readonly choices: Choices;
}

/** Longer texts have no link: browsers limit the length of a URL. */
export const MAX_LINK_TEXT = 200_000;

/** Returns the fragment for a state. */
export async function formatFragment({ text, choices }: PageState): Promise<string> {
  return `#1.${await packText(JSON.stringify([text, choices]))}`;
}

/** Returns the state of a fragment, or `undefined` if the fragment is not one of this page. */
export async function parseFragment(fragment: string): Promise<PageState | undefined> {
  if (!/^#1\.[\w-]+$/.test(fragment)) return undefined;
  try {
    const [text, choices]: readonly unknown[] = JSON.parse(await unpackText(fragment.slice(3)));
    return typeof text === 'string' ? { text, choices: readChoices(choices) } : undefined;
  } catch {
    return undefined;
  }
}
