import type { Visit } from '../spec/grammar/visitors.ts';

/**
 * Returns the same visitor for every object that must contain only defined members, except links objects, which have
 * their own rule.
 */
export function onClosedObjects(visit: Visit): Readonly<Record<string, Visit>> {
  return {
    document: visit,
    resource: visit,
    relationship: visit,
    identifier: visit,
    'link-object': visit,
    jsonapi: visit,
    error: visit,
    source: visit,
  };
}
