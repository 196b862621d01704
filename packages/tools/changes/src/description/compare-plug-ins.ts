import type { EndpointDescription, ProfileDescription, ServerDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { compareParameters } from './compare-type.ts';
import { compareEntries, compareNames } from './names.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

/** Adds the changes of extensions and profiles. */
export function comparePlugIns(versions: Versions, report: Report): void {
  compareExtensions(versions, report);
  compareProfiles(versions, report);
}

/** Returns the endpoints by method and path, and whether requests to each can apply an extension. */
function endpointsWith({ types, endpoints }: ServerDescription, uri: string): ReadonlyMap<string, boolean> {
  const all: readonly EndpointDescription[] = [...Object.values(types).flatMap((type) => type.endpoints), ...endpoints];
  return new Map(all.map(({ method, path, extensions = [] }) => [`${method} ${path}`, extensions.includes(uri)]));
}

/** Adds the changes of the endpoints at which an extension applies. The first contract does not list them. */
function comparePlaces({ before, after }: Versions, uri: string, { add }: Report): void {
  if (!(before.contract > 1 && after.contract > 1)) return;
  const [was, is] = [endpointsWith(before, uri), endpointsWith(after, uri)];
  const place = placeOf('/extensions', after.extensions, uri);
  for (const [endpoint, applies] of is) {
    if (was.get(endpoint) === undefined || was.get(endpoint) === applies) continue;
    if (applies) add('extension-added', place, `${endpoint} supports the extension ${uri}.`);
    else add('extension-removed', place, `${endpoint} no longer supports the extension ${uri}.`);
  }
}

function compareExtensions(versions: Versions, report: Report): void {
  const { add } = report;
  const [before, after] = [versions.before.extensions, versions.after.extensions];
  compareEntries(byUri(before), byUri(after), {
    removed: (uri) =>
      add('extension-removed', placeOf('/extensions', before, uri), `The extension ${uri} was removed.`),
    added: (uri) => add('extension-added', placeOf('/extensions', after, uri), `The extension ${uri} was added.`),
    both: (uri, was, is) => {
      comparePlaces(versions, uri, report);
      const place = `${placeOf('/extensions', after, uri)}/parameters`;
      compareNames(was.parameters, is.parameters, {
        removed: (name) =>
          add('parameter-removed', place, `The query parameter \`${name}\` of the extension ${uri} was removed.`),
        added: (name) =>
          add('parameter-added', place, `The query parameter \`${name}\` of the extension ${uri} was added.`),
      });
    },
  });
}

function compareProfiles(versions: Versions, report: Report): void {
  const { add } = report;
  const [before, after] = [versions.before.profiles, versions.after.profiles];
  compareEntries(byUri(before), byUri(after), {
    removed: (uri) => add('profile-removed', placeOf('/profiles', before, uri), `The profile ${uri} was removed.`),
    added: (uri) => add('profile-added', placeOf('/profiles', after, uri), `The profile ${uri} was added.`),
    both: (uri, was, is) => {
      const pointer = placeOf('/profiles', after, uri);
      compareParameters(was.parameters, is.parameters, { pointer: `${pointer}/parameters`, versions }, report);
      comparePageNames(was, is, `${pointer}/pageNames`, report);
      if (was.applied === is.applied) return;
      const isAlways = is.applied === 'always';
      const message = `The profile ${uri} is ${isAlways ? 'always applied' : 'applied only on request'}.`;
      add(isAlways ? 'profile-always' : 'profile-on-request', `${pointer}/applied`, message);
    },
  });
}

function comparePageNames(
  before: ProfileDescription,
  after: ProfileDescription,
  pointer: string,
  { add }: Report,
): void {
  compareNames(before.pageNames ?? [], after.pageNames ?? [], {
    removed: (name) => add('page-name-removed', pointer, `The profile ${before.uri} no longer has \`page[${name}]\`.`),
    added: (name) => add('page-name-added', pointer, `The profile ${before.uri} has \`page[${name}]\`.`),
  });
}

function byUri<Value extends { readonly uri: string }>(values: readonly Value[]): ReadonlyMap<string, Value> {
  return new Map(values.map((value) => [value.uri, value]));
}

function placeOf(pointer: string, values: readonly { readonly uri: string }[], uri: string): string {
  return below(
    pointer,
    values.findIndex((value) => value.uri === uri),
  );
}
