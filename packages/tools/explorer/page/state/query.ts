/** A query parameter: its name and its value, decoded. */
export type Parameter = readonly [name: string, value: string];

/** A target in its parts. */
export interface Target {
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** Splits a path with a query. */
export function parseTarget(target: string): Target {
  const question = target.indexOf('?');
  if (question === -1) return { path: target, parameters: [] };
  const pairs = target
    .slice(question + 1)
    .split('&')
    .filter(Boolean);
  return {
    path: target.slice(0, question),
    parameters: pairs.map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decode(name.replaceAll('+', ' ')), decode(value.replaceAll('+', ' '))];
    }),
  };
}

/** Decodes a part of a URL. A string that cannot be decoded stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Joins a path and its parameters. Brackets and commas stay readable. */
export function formatTarget({ path, parameters }: Target): string {
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Encodes a segment of a path. A string with a lone surrogate cannot be encoded as it is. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Encodes a name or a value of a query. Brackets and commas stay readable. */
export function encode(text: string): string {
  return encodeSegment(text).replace(/%5B|%5D|%2C|%3A|%2F/g, (encoded) => decodeURIComponent(encoded));
}

/** Returns the value of a parameter, or `undefined`. */
export function parameterOf({ parameters }: Target, name: string): string | undefined {
  return parameters.find(([other]) => other === name)?.[1];
}

/** Returns the items of a parameter that contains a list. */
export function listOf(target: Target, name: string): readonly string[] {
  return parameterOf(target, name)?.split(',').filter(Boolean) ?? [];
}

/** Returns a target in which a parameter has a value, in its old place. `undefined` and "" remove the parameter. */
export function withValue({ path, parameters }: Target, name: string, value: string | undefined): Target {
  const isEmpty = value === undefined || value === '';
  const index = parameters.findIndex(([other]) => other === name);
  const others = parameters.filter(([other], position) => other !== name || position === index);
  if (index === -1) return { path, parameters: isEmpty ? others : [...others, [name, value]] };
  return {
    path,
    parameters: isEmpty
      ? others.filter(([other]) => other !== name)
      : others.map((it) => (it[0] === name ? [name, value] : it)),
  };
}

/** Returns a target in which a list contains an item or does not. */
export function withItem(target: Target, name: string, item: string, isIn: boolean): Target {
  const others = listOf(target, name).filter((other) => other !== item);
  return withValue(target, name, (isIn ? [...others, item] : others).join(','));
}

/** The parameters that say which page of a list to return, and not how large it is. */
const place = /^page(?:$|\[(?:number|offset|cursor|after|before|page)\]$)/i;

/** Returns the target of the first page of a list. */
export function withoutPlace({ path, parameters }: Target): Target {
  return { path, parameters: parameters.filter(([name]) => !place.test(name)) };
}

/**
 * Returns the target of the first resources of a list, with their total if it must be requested.
 *
 * @param counts `estimate` costs less than `true`.
 */
export function firstPage(
  target: string,
  { parameter, total }: { readonly parameter: string; readonly total?: { readonly isOnRequest: boolean } },
  size: number,
  counts: 'true' | 'estimate' = 'true',
): string {
  const page = withValue(parseTarget(target), parameter, `${size}`);
  return formatTarget(total?.isOnRequest === true ? withValue(page, 'page[total]', counts) : page);
}
