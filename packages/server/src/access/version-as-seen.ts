import type { ResourceType } from '@linkage/core';
import type { AnySource } from '../source/any-source.ts';
import type { Gate } from './gate.ts';
import { fieldsOf, readableFields } from './readable-fields.ts';

type Version = AnySource['version'];
type VersionFunction = Extract<Version, (...given: never) => unknown>;

/** What a version function returns if it read a field that the caller cannot read: no version is stated then. */
export const UNSEEN: unique symbol = Symbol('unseen');

/** The version functions whose result can be `UNSEEN`. */
const guardedVersions = new WeakSet<object>();

/** Whether a version can turn out to be one that the caller must not see, so that the resource is hashed instead. */
export function canBeUnseen(version: Version): boolean {
  return typeof version === 'function' && guardedVersions.has(version);
}

/** A function of records that does not use the hidden fields: if it reads one of them, the result is `UNSEEN`. */
function withoutHidden(version: VersionFunction, hidden: readonly string[]): VersionFunction {
  const guarded = (record: object): unknown => {
    let isRead = false;
    const get = (): undefined => {
      isRead = true;
    };
    // Enumerable, so that copying the record or writing it as JSON reads them as well.
    const descriptors = hidden.map((name) => [name, { get, enumerable: true }] as const);
    try {
      const stated = version(Object.create(record, Object.fromEntries(descriptors)));
      return isRead ? UNSEEN : stated;
    } catch (error) {
      if (isRead) return UNSEEN;
      throw error;
    }
  };
  guardedVersions.add(guarded);
  return guarded as VersionFunction;
}

/**
 * Returns the version of a source for one caller: only what the caller can read may be part of it. A tag is a hash
 * without a key, and a client can compute the hash of every value that a hidden field can have.
 */
export function versionAsSeen(gate: Gate, type: ResourceType, source: AnySource): Version {
  const { version } = source;
  if (version === undefined) return undefined;
  const readable = readableFields(gate, type);
  const hidden = readable === undefined ? [] : fieldsOf(gate.typeOf(type.name)).filter((name) => !readable.has(name));
  if (typeof version === 'string') return hidden.includes(version) ? undefined : version;
  const bound = version.bind(source) as VersionFunction;
  return hidden.length === 0 ? bound : withoutHidden(bound, hidden);
}
