import type { ResourceType } from '@linkage/core';
import type { Undecided } from '../request/default-sort.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import { fieldsOf } from './readable-fields.ts';

type Version = AnySource['version'];
type VersionFunction = Extract<Version, (...given: never) => unknown>;

/**
 * The result of a version function that read a field which the user cannot read. The server then declares no version.
 */
export const UNSEEN: unique symbol = Symbol('unseen');

/** Wraps a version function. If it reads a hidden field, the result is `UNSEEN`. */
function withoutHidden(version: VersionFunction, hidden: readonly string[]): VersionFunction {
  return ((record: object): unknown => {
    let isRead = false;
    const get = (): undefined => {
      isRead = true;
    };
    // Enumerable, so that copying the record or writing it as JSON also reads them.
    const descriptors = hidden.map((name) => [name, { get, enumerable: true }] as const);
    try {
      const declared = version(Object.create(record, Object.fromEntries(descriptors)));
      return isRead ? UNSEEN : declared;
    } catch (error) {
      if (isRead) return UNSEEN;
      throw error;
    }
  }) as VersionFunction;
}

/**
 * Returns the version of a source for one user. It must not depend on fields that the user cannot read: a tag is a
 * hash without a key, so a client could compute the hash of every value that a hidden field can have.
 */
export function versionAsSeen(
  type: ResourceType,
  seen: Undecided,
  source: AnySource,
): Pick<AnySource, 'version' | 'isHashed'> {
  const { version } = source;
  if (version === undefined) return { version, isHashed: true };
  const readable = new Set(fieldsOf(seen));
  const isHidden = (name: string): boolean => !readable.has(name) || seen.undecided?.has(name) === true;
  const hidden = type === seen ? [] : fieldsOf(type).filter(isHidden);
  if (typeof version === 'string')
    return hidden.includes(version) ? { version: undefined, isHashed: true } : { version, isHashed: false };
  const bound = version.bind(source) as VersionFunction;
  return hidden.length === 0
    ? { version: bound, isHashed: false }
    : { version: withoutHidden(bound, hidden), isHashed: true };
}
