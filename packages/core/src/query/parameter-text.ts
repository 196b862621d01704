/**
 * Formats query parameters. Spaces become `%20`, which all readers of URLs decode: some do not read `+` as a space. Keeps commas,
 * which a query can contain, so that lists are readable.
 */
export function parameterText(parameters: URLSearchParams): string {
  // `toString` writes a plus sign of a value as `%2B`.
  return parameters.toString().replaceAll('+', '%20').replaceAll('%2C', ',');
}

/** Returns a URL with query parameters. */
export function withParameters(url: string, parameters: URLSearchParams): string {
  if (parameters.size === 0) return url;
  return `${url}?${parameterText(parameters)}`;
}
