import type { ErrorObject } from '@linkage/core';
import { errorObjectIssues, errorParts, mergeMeta } from '@linkage/core/internal';
import {
  type AppliedHooks,
  membersOfExtension,
  metaOfProfile,
  type NegotiatedHooks,
  writtenHooks,
} from '../members/plug-in-hooks.ts';

/** Adds something to an error object, or returns undefined. */
interface Addition {
  readonly where: string;
  readonly add: (error: ErrorObject) => object | undefined;
}

function additionsOf({ extensions, profiles }: AppliedHooks): readonly Addition[] {
  return [
    ...profiles.map(({ profile, errorTypes = {} }) => ({
      where: `The profile ${profile.uri}: errorTypes`,
      add(error: ErrorObject) {
        const { code, links } = errorParts(error);
        if (code === undefined || !Object.hasOwn(errorTypes, code)) return undefined;
        return { links: { ...links, type: errorTypes[code] } };
      },
    })),
    ...profiles.map((hooks) => ({
      where: `The profile ${hooks.profile.uri}: meta.error`,
      add(error: ErrorObject) {
        const added = metaOfProfile(hooks, 'error', [error]);
        return added && { meta: mergeMeta(added, errorParts(error).meta) };
      },
    })),
    ...extensions.map((hooks) => ({
      where: `The extension ${hooks.extension.uri}: members.error`,
      add: (error: ErrorObject) => membersOfExtension(hooks, 'error', [error]),
    })),
  ];
}

function addTo(error: ErrorObject, { where, add }: Addition, { extensions }: AppliedHooks): ErrorObject {
  const added = add(Object.freeze({ ...error }));
  if (added === undefined) return error;
  const text = JSON.stringify(added, (_, value: unknown) => {
    if (typeof value !== 'function' && typeof value !== 'symbol' && !(value instanceof Promise)) return value;
    throw new TypeError(`${where} must return values of JSON.`);
  });
  const candidate = { ...error, ...JSON.parse(text) } as ErrorObject;
  const definitions = extensions.map(({ extension }) => extension);
  const [issue] = errorObjectIssues([candidate], undefined, definitions);
  if (issue === undefined) return candidate;
  throw new TypeError(`${where} must not make the error object invalid: ${issue.message} (rule ${issue.rule})`);
}

/**
 * Adds the members of the extensions and profiles of a response to its errors. Omits members of hooks that fail: an
 * error must reach the client.
 *
 * @param report Receives the failures.
 */
export function withErrorMembers(
  errors: readonly ErrorObject[],
  applied: NegotiatedHooks | undefined,
  report: (failure: unknown) => void,
): readonly ErrorObject[] {
  if (applied === undefined) return errors;
  const hooks = writtenHooks(applied);
  const additions = additionsOf(hooks);
  return errors.map((error) =>
    additions.reduce((before, addition) => {
      try {
        return addTo(before, addition, hooks);
      } catch (failure) {
        report(failure);
        return before;
      }
    }, error),
  );
}
