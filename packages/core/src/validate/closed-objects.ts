import type { Visit } from '../grammar/visitors.ts';

/** The same visitor for every object that holds defined members only; links objects have a rule of their own. */
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
