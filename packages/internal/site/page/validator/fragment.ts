/** The state of the page in the fragment of its URL: compressed, and never sent to a server. */
import { packText, readLink } from '../shared/packed-text.ts';
import { type Choices, readChoices } from './choices.ts';

/** A document with the choices beside the editor. */
export interface PageState {
  readonly text: string;
  readonly choices: Choices;
  /** The TypeScript code that declares the types. Absent to check the specification only. */
  readonly declaration?: string | undefined;
  /** The headers of the message, a line for each. Absent to check the document only. */
  readonly headers?: string | undefined;
}

/** Longer strings have no link: browsers limit the length of a URL. */
const MAX_LINK_TEXT = 200_000;

/** Whether a link can contain a state. */
export function fitsLink({ text, declaration = '', headers = '' }: PageState): boolean {
  return text.length + declaration.length + headers.length <= MAX_LINK_TEXT;
}

/** Returns the fragment for a state. */
export async function formatFragment({ text, choices, declaration, headers }: PageState): Promise<string> {
  return `#1.${await packText(JSON.stringify([text, choices, declaration, headers]))}`;
}

/** Returns the state of a fragment; `undefined` if it is not a link of this page, and `broken` if it was cut or changed. */
export async function parseFragment(fragment: string): Promise<PageState | 'broken' | undefined> {
  const values = await readLink(fragment);
  if (values === undefined || values === 'broken') return values;
  const [text, choices, declaration, headers] = values;
  if (typeof text !== 'string') return 'broken';
  return {
    text,
    choices: readChoices(choices),
    ...(typeof declaration === 'string' && { declaration }),
    ...(typeof headers === 'string' && { headers }),
  };
}
