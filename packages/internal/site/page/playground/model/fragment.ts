/** The state of the playground in the fragment of its URL: compressed, and never sent to a server. */
import { packText, readLink } from '../../shared/packed-text.ts';
import { methods, type Question, views } from './question.ts';

/** Longer strings have no link: browsers limit the length of a URL. */
const MAX_LINK_TEXT = 200_000;

/** Returns the fragment for a state, or an empty text if the state is too long for a link. */
export async function formatFragment(state: Question): Promise<string> {
  const { declaration, records, target, view, method, body, user } = state;
  const more = method === undefined && body === undefined && user === undefined ? [] : [method, body, user];
  const text = JSON.stringify([declaration, records, target, view, ...more]);
  return text.length > MAX_LINK_TEXT ? '' : `#1.${await packText(text)}`;
}

/** Returns the state of a fragment; `undefined` if it is not a link of this page, and `broken` if it was cut or changed. */
export async function parseFragment(fragment: string): Promise<Question | 'broken' | undefined> {
  const values = await readLink(fragment);
  if (values === undefined || values === 'broken') return values;
  const [declaration, records, target, shown, method, body, user] = values;
  if (typeof declaration !== 'string' || typeof records !== 'string' || typeof target !== 'string') return 'broken';
  return {
    ...{ declaration, records, target, view: views.find((it) => it === shown) ?? 'document' },
    method: methods.find((it) => it === method),
    body: typeof body === 'string' ? body : undefined,
    user: typeof user === 'string' ? user : undefined,
  };
}
