import type { EndpointDescription, ServerDescription } from '@linkage/server';
import { compareEntries, type Place } from '../place.ts';
import { compareParameters } from './compare-type.ts';

/** Adds the changes of extensions and profiles. */
export function comparePlugIns(place: Place): void {
  compareExtensions(place.at('extensions'));
  compareProfiles(place.at('profiles'));
}

/** Returns the endpoints by method and path, and whether requests to each can apply an extension. */
function endpointsWith({ types, endpoints }: ServerDescription, uri: string): ReadonlyMap<string, boolean> {
  const all: readonly EndpointDescription[] = [...Object.values(types).flatMap((type) => type.endpoints), ...endpoints];
  return new Map(all.map(({ method, path, extensions = [] }) => [`${method} ${path}`, extensions.includes(uri)]));
}

/** Adds the changes of the endpoints at which an extension applies. The first contract does not list them. */
function comparePlaces(uri: string, { versions: { before, after }, flag }: Place): void {
  if (!(before.contract > 1 && after.contract > 1)) return;
  const was = endpointsWith(before, uri);
  for (const [endpoint, applies] of endpointsWith(after, uri)) {
    if (was.has(endpoint))
      flag(
        was.get(endpoint),
        applies,
        ['extension-added', `${endpoint} supports the extension ${uri}.`],
        ['extension-removed', `${endpoint} no longer supports the extension ${uri}.`],
      );
  }
}

function compareExtensions(place: Place): void {
  const { before, after } = place.versions;
  compareEntries(byUri(before.extensions), byUri(after.extensions), {
    removed: (uri, [index]) => place.at(index).add('extension-removed', `The extension ${uri} was removed.`),
    added: (uri, [index]) => place.at(index).add('extension-added', `The extension ${uri} was added.`),
    both: (uri, [, was], [index, is]) => {
      comparePlaces(uri, place.at(index));
      const text = (name: string, has: boolean) =>
        `The query parameter \`${name}\` of the extension ${uri} was ${has ? 'added' : 'removed'}.`;
      place.at(index, 'parameters').names(was.parameters, is.parameters, 'parameter', text);
    },
  });
}

function compareProfiles(place: Place): void {
  const { before, after } = place.versions;
  compareEntries(byUri(before.profiles), byUri(after.profiles), {
    removed: (uri, [index]) => place.at(index).add('profile-removed', `The profile ${uri} was removed.`),
    added: (uri, [index]) => place.at(index).add('profile-added', `The profile ${uri} was added.`),
    both: (uri, [, was], [index, is]) => {
      const at = place.at(index);
      compareParameters(was.parameters, is.parameters, at.at('parameters'));
      const text = (name: string, has: boolean) =>
        `The profile ${uri} ${has ? 'has' : 'no longer has'} \`page[${name}]\`.`;
      at.at('pageNames').names(was.pageNames ?? [], is.pageNames ?? [], 'page-name', text);
      const [rule, when] =
        is.applied === 'always'
          ? (['profile-always', 'always applied'] as const)
          : (['profile-on-request', 'applied only on request'] as const);
      at.at('applied').changed(was.applied, is.applied, rule, `The profile ${uri} is ${when}.`);
    },
  });
}

function byUri<Value extends { readonly uri: string }>(
  values: readonly Value[],
): ReadonlyMap<string, readonly [index: number, Value]> {
  return new Map(values.map((value, index) => [value.uri, [index, value]]));
}
