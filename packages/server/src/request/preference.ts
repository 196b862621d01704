/** The preferred response to a write: no document, or the resource. */
export type Preference = 'minimal' | 'representation';

/**
 * The maximum length of a list of preferences, in characters. A longer list is ignored, because preferences are
 * optional.
 */
const MAX_HEADER_LENGTH = 2048;

/** Returns the preferences of a list, without their parameters. Quoted strings can contain commas and semicolons. */
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
 * Parses the preference `return` of the header `Prefer`. The first one counts; an unknown value is ignored.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.2
 */
export function readPreference(value: string | undefined): Preference | undefined {
  if (value === undefined || value.length > MAX_HEADER_LENGTH) return undefined;
  for (const preference of preferencesOf(value)) {
    const [name = '', wanted = ''] = preference.split('=', 2).map((part) => part.trim());
    if (name.toLowerCase() !== 'return') continue;
    const bare = wanted.replaceAll('"', '');
    return bare === 'minimal' || bare === 'representation' ? bare : undefined;
  }
  return undefined;
}
