/** A longer value of `Accept` is not that of a browser. Also bounds the time to read the value. */
const MAX_LENGTH = 2048;

/** Returns the media ranges of a value of `Accept` with their weights (RFC 9110, section 12.5.1). */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  // Parameters of JSON:API have quoted values, which can contain commas and semicolons. A value without an end goes to the end of the
  // text: otherwise, each of its escaped quotes would be searched for an end.
  for (const range of accept.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""').split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const value = /^[\d.]+$/.test(weight) ? Math.min(Number(weight), 1) : 0;
    if (value >= (weights.get(name) ?? 0)) weights.set(name, value);
  }
  return weights;
}

/** Which of the two the client prefers: the page, or a document of the API. `any` if `Accept` does not tell. */
export function preferenceOf(accept: string | null): 'page' | 'document' | 'any' {
  if (accept === null || accept.length > MAX_LENGTH) return 'any';
  const weights = weightsOf(accept);
  // The more specific range takes precedence.
  const any = weights.get('*/*') ?? 0;
  const page = weights.get('text/html') ?? weights.get('text/*') ?? any;
  const document = weights.get('application/vnd.api+json') ?? weights.get('application/*') ?? any;
  if (page > document) return 'page';
  return weights.has('application/vnd.api+json') ? 'document' : 'any';
}
