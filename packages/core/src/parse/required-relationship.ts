import type { RelationshipDefinition } from '../schema/api.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** Reports that a request clears a relationship that must have a related resource. */
export function reportRequired({ name }: RelationshipDefinition, path: PathSegments, reporter: Reporter): void {
  const detail = `The relationship \`${name}\` is required, so it must not be null.`;
  reporter.report('RELATIONSHIP_REQUIRED', path, detail);
}
