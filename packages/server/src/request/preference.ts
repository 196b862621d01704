/** What a client prefers to get for a write: nothing, or the resource. */
export type Preference = 'minimal' | 'representation';

/** Characters of a list of preferences that are read; a preference is a wish, so more are none. */
const LONGEST = 2048;

/** The preferences of a list, each without its parameters. Commas and semicolons may stand inside quotation marks. */
function preferencesOf(list: string): readonly string[] {
  const preferences: string[] = [];
  let preference = '';
  let isQuoted = false;
  let isParameter = false;
  for (let index = 0; index < list.length; index++) {
    const char = list[index] as string;
    if (char === '"') isQuoted = !isQuoted;
    if (!isQuoted && char === ',') {
      preferences.push(preference);
      preference = '';
      isParameter = false;
    } else if (!isQuoted && char === ';') {
      isParameter = true;
    } else {
      const text = isQuoted && char === '\\' ? list[++index] : char;
      if (!isParameter) preference += text;
    }
  }
  return [...preferences, preference];
}

/**
 * Reads the preference `return` of the field `Prefer`; the first one counts. What is not understood is no preference.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.2
 */
export function readPreference(value: string | undefined): Preference | undefined {
  if (value === undefined || value.length > LONGEST) return undefined;
  for (const preference of preferencesOf(value)) {
    const [name = '', wanted = ''] = preference.split('=', 2).map((part) => part.trim());
    if (name.toLowerCase() !== 'return') continue;
    const bare = wanted.replaceAll('"', '');
    return bare === 'minimal' || bare === 'representation' ? bare : undefined;
  }
  return undefined;
}
