import type { RelationshipDefinition } from '../../schema/api.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** Whether linkage clears a relationship that must have a related resource. */
export function clearsRequired({ required }: RelationshipDefinition, linkage: unknown): boolean {
  return required && (linkage === null || (Array.isArray(linkage) && linkage.length === 0));
}

/** Reports that a request clears a relationship that must have a related resource. */
export function reportRequired({ name, kind }: RelationshipDefinition, path: PathSegments, reporter: Reporter): void {
  const detail = `The relationship \`${name}\` is required, so it must not be ${kind === 'to-one' ? 'null' : 'empty'}.`;
  reporter.report('RELATIONSHIP_REQUIRED', path, detail);
}
