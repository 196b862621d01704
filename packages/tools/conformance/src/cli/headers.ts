import { usageError } from '@linkage/core/internal';

/** Reads headers that were given as `Name: value`. */
export function readHeaders(given: readonly string[] | undefined): Readonly<Record<string, string>> {
  const entries = (given ?? []).map((text) => {
    const colon = text.indexOf(':');
    if (colon < 1) throw usageError(`--header must be "Name: value", but it is "${text}".`);
    return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads URLs that links may lead to as well. */
export function readOrigins(given: readonly string[] = []): readonly string[] {
  for (const url of given) {
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) continue;
    throw usageError(`--allow-origin must be a URL such as https://example.com, but it is "${url}".`);
  }
  return given;
}

/** Reads the seconds that one response can take. Returns milliseconds; undefined for the default. */
export function readTimeout(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seconds = Number(given);
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 3600) return seconds * 1000;
  throw usageError(`--timeout must be a number of seconds from 0 to 3600, but it is "${given}".`);
}

/** Reads a whole number. Returns undefined for the default. */
export function readCount(name: string, given: string | undefined, least: number): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given) && Number(given) >= least) return Number(given);
  throw usageError(`--${name} must be a whole number from ${least}, but it is "${given}".`);
}

/** Returns the base URL that a command was called with. */
export function readBaseUrl(positionals: readonly string[]): string {
  const [url, more] = positionals;
  if (url === undefined) throw usageError('The base URL is missing, such as http://localhost:3000/api.');
  if (more !== undefined) throw usageError(`Only one base URL can be given, but there is "${more}" as well.`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageError(`The base URL must begin with http:// or https://, but it is "${url}".`);
  }
  const { username, password, search, hash } = new URL(url);
  if (`${username}${password}` !== '')
    throw usageError('The base URL must not contain credentials. Pass them with --header "Authorization: …".');
  if (`${search}${hash}` !== '') throw usageError(`The base URL must end with its path, but it is "${url}".`);
  return url;
}
