import type { Extension } from './extension.ts';
import type { MediaTypeParameters } from './media-type.ts';
import type { Negotiated } from './negotiated.ts';
import type { SpecificationVersion } from './parameters.ts';
import type { Profile } from './profile.ts';

/** What a server supports. */
export interface NegotiationSupport {
  readonly extensions?: readonly Extension[] | undefined;
  readonly profiles?: readonly Profile[] | undefined;
  /** A server of version 1.0 refuses every parameter of the media type, `ext` and `profile` included. Default: `1.1`. */
  readonly version?: SpecificationVersion | undefined;
}

/** What a server supports, ready to be asked. */
export interface Supported {
  readonly version: SpecificationVersion;
  readonly extensions: ReadonlySet<string>;
  /** The profiles as they were configured, by each form of their URI. */
  readonly profiles: ReadonlyMap<string, string>;
  /** What was read from header fields before, by their values. */
  readonly contentTypes: Map<string, MediaTypeParameters>;
  readonly accepts: Map<string, Negotiated>;
  /** By both values, for requests that use extensions or profiles. */
  readonly pairs: Map<string, Negotiated>;
}

interface Definition {
  readonly uri: string;
  readonly namespace?: string | undefined;
}

interface Entry {
  readonly extensions: readonly Definition[];
  readonly profiles: readonly Definition[];
  readonly supported: Supported;
}

/** A process has one API or a few. */
const MOST = 8;

/** The latest first. */
const entries: Entry[] = [];

/** Lists may be made anew for each request and may have changed since: only what they hold counts. */
function isSameList(known: readonly Definition[], given: readonly Definition[]): boolean {
  if (known.length !== given.length) return false;
  return known.every((it, index) => it.uri === given[index]?.uri && it.namespace === given[index]?.namespace);
}

function copyOf(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.map(({ uri, namespace }) => ({ uri, namespace }));
}

/** Members could not be told apart when two extensions used one namespace. */
function checkNamespaces(extensions: readonly Definition[]): void {
  const owners = new Map<string, string>();
  for (const { uri, namespace } of extensions) {
    if (namespace === undefined) continue;
    const owner = owners.get(namespace) ?? uri;
    if (owner !== uri) throw new TypeError(`The namespace "${namespace}" belongs to ${owner} and to ${uri}.`);
    owners.set(namespace, uri);
  }
}

/** With or without the slash at its end a URI names the same profile, unless both are supported. */
function profileForms(profiles: readonly Definition[]): ReadonlyMap<string, string> {
  const others = profiles.map(({ uri }) => [uri.endsWith('/') ? uri.slice(0, -1) : `${uri}/`, uri] as const);
  return new Map([...others, ...profiles.map(({ uri }) => [uri, uri] as const)]);
}

function createEntry({ extensions = [], profiles = [], version = '1.1' }: NegotiationSupport): Entry {
  if (version === '1.0' && extensions.length + profiles.length > 0) {
    throw new TypeError('Version 1.0 has neither extensions nor profiles.');
  }
  checkNamespaces(extensions);
  return {
    extensions: copyOf(extensions),
    profiles: copyOf(profiles),
    supported: {
      version,
      extensions: new Set(extensions.map(({ uri }) => uri)),
      profiles: profileForms(profiles),
      contentTypes: new Map(),
      accepts: new Map(),
      pairs: new Map(),
    },
  };
}

const none: readonly Definition[] = [];

/**
 * What a server supports, ready to be asked; the last eight are kept.
 *
 * @throws {TypeError} Two extensions have one namespace, or version 1.0 is to have extensions or profiles.
 */
export function findSupported(support: NegotiationSupport): Supported {
  const { extensions = none, profiles = none, version = '1.1' } = support;
  for (const entry of entries) {
    if (entry.supported.version !== version) continue;
    if (isSameList(entry.extensions, extensions) && isSameList(entry.profiles, profiles)) return entry.supported;
  }
  const entry = createEntry(support);
  entries.unshift(entry);
  if (entries.length > MOST) entries.pop();
  return entry.supported;
}
