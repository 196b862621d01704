import { describeValue } from '../internal/describe-value.ts';
import { isConstant } from '../internal/freeze.ts';
import { memberOf } from '../internal/members.ts';
import type { Extension } from './extension.ts';
import type { MediaTypeParameters } from './media-type.ts';
import type { Negotiated } from './negotiated.ts';
import type { SpecificationVersion } from './parameters.ts';
import type { Profile } from './profile.ts';

/** The extensions and profiles that a server supports. */
export interface NegotiationSupport {
  readonly extensions?: readonly Extension[] | undefined;
  readonly profiles?: readonly Profile[] | undefined;
  /**
   * The version of the specification. A server of version 1.0 rejects every parameter of the media type, including
   * `ext` and `profile`. Default: `1.1`.
   */
  readonly version?: SpecificationVersion | undefined;
}

/** The prepared form of `NegotiationSupport`. */
export interface Supported {
  readonly version: SpecificationVersion;
  readonly extensions: ReadonlySet<string>;
  /** The profiles as they were passed, by each form of their URI. */
  readonly profiles: ReadonlyMap<string, string>;
  /** Cached results by header value. */
  readonly contentTypes: Map<string, MediaTypeParameters>;
  readonly accepts: Map<string, Negotiated>;
  /** The result for the media type alone. To compare the text of most requests takes less time than to hash it. */
  alone: Negotiated | undefined;
  /** By both values, for requests that use extensions or profiles. */
  readonly pairs: Map<string, Negotiated>;
}

interface Definition {
  readonly uri: string;
  readonly namespace?: string | undefined;
}

/** The copy of a definition. */
interface KnownDefinition extends Definition {
  /** The definition itself if it can never change, as those of `defineExtension`: the same object is the same definition. */
  readonly constant: Definition | undefined;
}

interface Entry {
  readonly extensions: readonly KnownDefinition[];
  readonly profiles: readonly KnownDefinition[];
  readonly supported: Supported;
}

/** Most processes have one API or a few. */
const CACHE_SIZE = 8;

const none: readonly never[] = [];

/** The most recently created entry is first. */
const entries: Entry[] = [];

function isSame({ constant, uri, namespace }: KnownDefinition, other: Definition | undefined): boolean {
  if (constant !== undefined && constant === other) return true;
  return uri === other?.uri && namespace === memberOf(other as Definition, 'namespace');
}

/** Compares lists by their content: the user can create a new list for each request, or change a list. */
function isSameList(known: readonly KnownDefinition[], other: readonly Definition[]): boolean {
  if (known.length !== other.length) return false;
  for (let index = 0; index < known.length; index++) {
    if (!isSame(known[index] as KnownDefinition, other[index])) return false;
  }
  return true;
}

function copyOf(definitions: readonly Definition[]): readonly KnownDefinition[] {
  return definitions.map((it) => ({
    uri: it.uri,
    namespace: memberOf(it, 'namespace') as string | undefined,
    constant: isConstant(it) ? it : undefined,
  }));
}

/** Definitions can come from a program without types, or from a module that does not export them. */
function checkDefinitions(definitions: readonly unknown[]): void {
  for (const it of definitions) {
    if (typeof (it as Partial<Definition> | null | undefined)?.uri !== 'string')
      throw new TypeError(`Each extension and profile must have a \`uri\`, but one is ${describeValue(it)}.`);
  }
}

/** Checks that namespaces are unique. Otherwise, the members of two extensions could not be distinguished. */
function checkNamespaces(extensions: readonly Definition[]): void {
  const owners = new Map<string, string>();
  for (const { uri, namespace } of extensions) {
    if (namespace === undefined) continue;
    const owner = owners.get(namespace) ?? uri;
    if (owner !== uri)
      throw new TypeError(`Extensions must have distinct namespaces, but ${owner} and ${uri} have "${namespace}".`);
    owners.set(namespace, uri);
  }
}

/**
 * Maps both forms of each URI, with and without a trailing slash, to the profile. If both forms are supported, they are
 * different profiles.
 */
function profileForms(profiles: readonly Definition[]): ReadonlyMap<string, string> {
  const others = profiles.map(({ uri }) => [uri.endsWith('/') ? uri.slice(0, -1) : `${uri}/`, uri] as const);
  return new Map([...others, ...profiles.map(({ uri }) => [uri, uri] as const)]);
}

function createEntry(
  extensions: readonly Definition[],
  profiles: readonly Definition[],
  version: SpecificationVersion,
): Entry {
  if (version === '1.0' && extensions.length + profiles.length > 0) {
    throw new TypeError('`extensions` and `profiles` must be empty for version 1.0.');
  }
  checkDefinitions([...extensions, ...profiles]);
  const copies = copyOf(extensions);
  checkNamespaces(copies);
  return {
    extensions: copies,
    profiles: copyOf(profiles),
    supported: {
      version,
      extensions: new Set(extensions.map(({ uri }) => uri)),
      profiles: profileForms(profiles),
      contentTypes: new Map(),
      accepts: new Map(),
      alone: undefined,
      pairs: new Map(),
    },
  };
}

/**
 * Returns the prepared form. Keeps the last eight.
 *
 * @throws {TypeError} If a definition does not have a URI, if two extensions have the same namespace, or if version 1.0 is combined
 * with extensions or profiles.
 */
export function findSupported({ extensions = none, profiles = none, version = '1.1' }: NegotiationSupport): Supported {
  for (const entry of entries) {
    if (entry.supported.version !== version) continue;
    if (isSameList(entry.extensions, extensions) && isSameList(entry.profiles, profiles)) return entry.supported;
  }
  const entry = createEntry(extensions, profiles, version);
  entries.unshift(entry);
  if (entries.length > CACHE_SIZE) entries.pop();
  return entry.supported;
}
